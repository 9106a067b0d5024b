/**
 * A process of the takeover test: it consumes the feed under a name and writes a line for each
 * event. With a number, its handler hangs at that event, like one that waits for a silent receiver.
 */
import { createApprovalEngine } from '@org/approval-core';
import { appendFileSync } from 'node:fs';
import { openStore } from '../open.js';

const [url = '', tablePrefix = '', log = '', name = '', who = '', stopAt = ''] = process.argv.slice(2);

const { store } = await openStore(url, { tablePrefix, migrate: false, connections: 2 });
const engine = createApprovalEngine({ store, jobs: { run: false, leaseMs: 1_000 } });
let given = 0;

engine.feed.subscribe(
  name,
  async (events) => {
    for (const { position, executionId, seq } of events) {
      given += 1;
      appendFileSync(log, `${who} ${position} ${executionId} ${seq}\n`);
      if (String(given) === stopAt) await new Promise(() => undefined);
    }
  },
  { batchSize: 5, from: 'start' },
);
process.send?.('ready');
