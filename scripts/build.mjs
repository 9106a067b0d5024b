/**
 * Builds every package, as many in parallel as there are processors. The order does not matter,
 * since packages find each other's sources in this repository.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packageFolders, readManifest, root } from './packages.mjs';
import { quietly } from './quietly.mjs';

const left = packageFolders().filter((name) => readManifest(`packages/${name}`).scripts?.build !== undefined);

let isGood = true;
async function takeAll() {
  for (let name = left.shift(); name !== undefined && isGood; name = left.shift())
    if (!(await quietly('build', join(root, 'packages', name), `build of ${name}`))) isGood = false;
}
await Promise.all(Array.from({ length: availableParallelism() }, takeAll));
process.exit(isGood ? 0 : 1);
