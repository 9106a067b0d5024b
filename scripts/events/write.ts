/** Writes the names of the events for the packages that do not import the engine: `npm run events`. */
import { writeFileSync } from 'node:fs';
import { NAMES, namesText } from './names.js';

writeFileSync(NAMES, namesText());
