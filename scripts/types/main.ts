/**
 * `npm run types`: writes the types of all schemas, and removes files without schemas. With
 * `--check` it writes nothing, and fails with the names of the files that it would change.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../packages.mjs';
import { typeFiles } from './files.js';
import { TYPED_PACKAGES, generatedOf } from './sources.js';

const files = await typeFiles();
const onDisk = new Map(TYPED_PACKAGES.flatMap(generatedOf).map(({ file, text }) => [file, text]));
const superfluous = [...onDisk.keys()].filter((file) => !files.has(file));
const outdated = [...files].filter(([file, text]) => onDisk.get(file) !== text);

if (process.argv.includes('--check')) {
  const changes = [...superfluous, ...outdated.map(([file]) => file)];
  for (const file of changes) console.error(`${file} is not what the schemas say; run \`npm run types\``);
  if (changes.length > 0) process.exitCode = 1;
} else {
  for (const file of superfluous) rmSync(join(root, file));
  for (const [file, text] of outdated) writeFileSync(join(root, file), text);
}
