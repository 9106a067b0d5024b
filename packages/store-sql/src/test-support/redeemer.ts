/** A process of the race: a gate on the database that it is told, which redeems one permit again and again, all at once. */
import { type CallRequest, createApprovalGate } from '@org/approval-agents';
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { openPermitStore } from '../permits/index.js';

const [url = '', tablePrefix = '', permitId = '', times = '0', asked = '{}'] = process.argv.slice(2);

const { store, close } = await openPermitStore(url, { tablePrefix, migrate: false, connections: 8 });
// What was granted needs no run.
const engine = createApprovalEngine({ store: createMemoryStore(), jobs: { run: false } });
const gate = createApprovalGate({ engine, store, policies: { rules: [] } });
const call = JSON.parse(asked) as CallRequest;

process.once('message', () => {
  void (async () => {
    const results = await Promise.all(
      Array.from({ length: Number(times) }, () =>
        gate.redeem({ permitId, call, requester: { principal: 'bot' } }),
      ),
    );
    process.send?.({ won: results.filter((it) => it.ok).length });
    await gate.stop();
    await engine.stop();
    await close();
    process.disconnect();
  })();
});
process.send?.('ready');
