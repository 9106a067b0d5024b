/** Writes the names of events for packages that do not import the engine: `npm run events`. */
import { writeFileSync } from 'node:fs';
import { NAMES, namesText } from './names.js';

writeFileSync(NAMES, namesText());
