/**
 * A process of the race. For each race it gets a database and a permit, which it redeems many times
 * in parallel on a signal.
 */
import { type CallRequest, createApprovalGate } from '@org/approval-agents';
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { once } from 'node:events';
import { openPermitStore } from '../permits/index.js';

/** Message to a redeemer. */
export interface Race {
  readonly url: string;
  readonly tablePrefix: string;
  readonly permitId: string;
  readonly call: CallRequest;
  readonly times: number;
}

async function run({ url, tablePrefix, permitId, call, times }: Race): Promise<void> {
  const { store, close } = await openPermitStore(url, { tablePrefix, migrate: false, connections: 8 });
  // A granted permit needs no execution.
  const engine = createApprovalEngine({ store: createMemoryStore(), jobs: { run: false } });
  const gate = createApprovalGate({ engine, store, policies: { rules: [] } });
  const redeem = () => gate.redeem({ permitId, call, requester: { principal: 'bot' } });
  const go = once(process, 'message');
  process.send?.('at the start');
  await go;
  const results = await Promise.all(Array.from({ length: times }, redeem));
  await gate.stop();
  await engine.stop();
  await close();
  process.send?.({ won: results.filter((it) => it.ok).length });
}

process.send?.('ready');
for (;;) {
  const [race] = (await once(process, 'message')) as [Race | 'end'];
  if (race === 'end') break;
  await run(race);
}
process.disconnect();
