/** `npm run bench`: what it costs. Ratios within one run mean something; absolute numbers are of this machine. */
import { cpus } from 'node:os';
import { benchMemory } from './memory.js';

console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);
await benchMemory();
