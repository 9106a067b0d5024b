/**
 * A process of the race. It is told one race after the other: a database, and a permit in it, which it redeems again and again,
 * all at once, as soon as it is told to.
 */
import { type CallRequest, createApprovalGate } from '@org/approval-agents';
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { once } from 'node:events';
import { openPermitStore } from '../permits/index.js';

/** What a redeemer is told. */
export interface Race {
  readonly url: string;
  readonly tablePrefix: string;
  readonly permitId: string;
  readonly call: CallRequest;
  readonly times: number;
}

async function run({ url, tablePrefix, permitId, call, times }: Race): Promise<void> {
  const { store, close } = await openPermitStore(url, { tablePrefix, migrate: false, connections: 8 });
  // What was granted needs no run.
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
