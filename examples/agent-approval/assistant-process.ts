/**
 * The assistant in its own process, for `--crash`: FILE is the desk's, PAID the list of payments.
 */
import { appendFileSync } from 'node:fs';
import { assistant } from './assistant.js';
import { openDesk } from './desk.js';

const [file = '', paid = ''] = process.argv.slice(2);
const desk = await openDesk(file);
await assistant(
  desk.gate,
  'chat-1',
  ({ order, cents }, key) => {
    appendFileSync(paid, `${order} ${cents} ${key}\n`);
    return `paid ${cents / 100} for ${order}`;
  },
  (line) => console.log(`  [process ${process.pid}] ${line}`),
);
await desk.close();
