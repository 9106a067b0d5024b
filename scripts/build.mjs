/**
 * Builds every package, as many at a time as there are processors. None waits for another: in this repository packages find each
 * other's sources.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quietly } from './quietly.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const manifestOf = (name) => JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
const left = readdirSync(packages).filter((name) => manifestOf(name).scripts?.build !== undefined);

let isGood = true;
async function takeAll() {
  for (let name = left.shift(); name !== undefined && isGood; name = left.shift())
    if (!(await quietly('build', join(packages, name), `build of ${name}`))) isGood = false;
}
await Promise.all(Array.from({ length: availableParallelism() }, takeAll));
process.exit(isGood ? 0 : 1);
