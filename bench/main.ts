/**
 * `npm run bench`, `npm run bench -- http` for a part, or `npm run bench -- --store sqlite:FILE` (or the URL of a
 * database) for a durable store: what it costs. Ratios within one run mean something; absolute numbers are of this
 * machine.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchComments } from './comments.js';
import { benchHttp } from './http.js';
import { benchMemory } from './memory.js';
import { benchStore } from './store.js';
import { benchWebhooks } from './webhooks.js';

const { values: options, positionals: wanted } = parseArgs({
  options: { store: { type: 'string', default: 'memory' }, 'in-flight': { type: 'string' } },
  allowPositionals: true,
});
const inFlight = options['in-flight'] === undefined ? undefined : Number(options['in-flight']);
const onMemory = { memory: benchMemory, http: benchHttp, webhooks: benchWebhooks, comments: benchComments };

console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);
if (options.store !== 'memory') await benchStore(options.store, inFlight);
else {
  for (const [name, part] of Object.entries(onMemory)) {
    if (wanted.length === 0 || wanted.includes(name)) await part();
  }
}
