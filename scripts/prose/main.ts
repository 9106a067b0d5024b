/** `npm run prose [FOLDER…]`: figures of the prose check; with folders also every finding. */
import { proseFigures } from './figures.js';
import { findingsOf } from './rules.js';
import { proseFiles, textsOf } from './texts.js';

const folders = process.argv.slice(2);
if (folders.length > 0)
  for (const { path, line, rule, excerpt } of proseFiles(folders).flatMap(textsOf).flatMap(findingsOf))
    console.log(`${path}:${line} ${rule} — ${excerpt}`);
for (const [name, value] of Object.entries(proseFigures(folders))) console.log(`${name.padEnd(16)} ${value}`);
