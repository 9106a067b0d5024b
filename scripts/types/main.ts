/** `npm run types`: writes the types of all schemas, and removes files without schemas. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../packages.mjs';
import { typeFiles } from './files.js';
import { TYPED_PACKAGES, generatedOf } from './sources.js';

const files = await typeFiles();
for (const { file } of TYPED_PACKAGES.flatMap(generatedOf)) if (!files.has(file)) rmSync(join(root, file));
for (const [file, text] of files) writeFileSync(join(root, file), text);
