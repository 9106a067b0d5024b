/**
 * `npm run bench`, or `npm run bench -- http` for a part: what it costs. Ratios within one run mean something;
 * absolute numbers are of this machine.
 */
import { cpus } from 'node:os';
import { benchHttp } from './http.js';
import { benchMemory } from './memory.js';
import { benchWebhooks } from './webhooks.js';

console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);
const parts = { memory: benchMemory, http: benchHttp, webhooks: benchWebhooks };
const wanted = process.argv.slice(2);
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await part();
}
