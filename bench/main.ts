/** `npm run bench`: what it costs. Ratios within one run mean something; absolute numbers are of this machine. */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchMemory } from './memory.js';
import { benchStore } from './store.js';

const { values: options } = parseArgs({
  options: { store: { type: 'string', default: 'memory' }, 'in-flight': { type: 'string' } },
});

console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);
if (options.store === 'memory') await benchMemory();
else
  await benchStore(
    options.store,
    options['in-flight'] === undefined ? undefined : Number(options['in-flight']),
  );
