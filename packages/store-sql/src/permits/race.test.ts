/**
 * Redeemers in four processes race for one permit: one wins. A thousand of them with
 * PERMIT_REDEEMERS, as in CI.
 */
import { createApprovalGate } from '@org/approval-agents';
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { allServers, migrated } from '../test-support/open.js';
import { type Process, startProcess } from '../test-support/processes.js';
import type { Race } from '../test-support/redeemer.js';
import { permitStore } from './permit-store.js';

const PROCESSES = 4;
const TIMES = Math.ceil(Number(process.env['PERMIT_REDEEMERS'] ?? 100) / PROCESSES);
const call = { tool: 'pay', args: { amount: 5 } };
const requester = { principal: 'bot' };

/** The same for every database: to start a process takes longer than to race. */
const racers = await Promise.all(Array.from({ length: PROCESSES }, () => startProcess('redeemer', null, [])));
afterAll(async () => {
  const ends = racers.map(({ child }) => once(child, 'exit'));
  for (const { child } of racers) child.send('end');
  await Promise.all(ends);
});

/** Response of a process to a message. */
async function replyTo({ child }: Process, message: Race | 'go'): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(message);
  return ((await answer) as [unknown])[0];
}

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  test(`one of ${PROCESSES * TIMES} redeemers wins`, { timeout: 120_000 }, async () => {
    const engine = createApprovalEngine({ store: createMemoryStore(), jobs: { run: false } });
    const store = permitStore(await database.connect());
    const gate = createApprovalGate({ engine, store, policies: { rules: [{ tool: 'pay', do: 'allow' }] } });
    const ref = { framework: 'race', runId: 'run', callId: 'call' };
    const { permitId } = await gate.request({ call, ref, requester });
    const { url, tablePrefix } = database;
    const race = { url, tablePrefix, permitId, call, times: TIMES };
    for (const it of await Promise.all(racers.map((racer) => replyTo(racer, race))))
      expect(it).toBe('at the start');
    const reports = (await Promise.all(racers.map((racer) => replyTo(racer, 'go')))) as { won: number }[];
    expect(reports.reduce((sum, { won }) => sum + won, 0)).toBe(1);
    expect(await gate.get({ permitId })).toMatchObject({
      state: 'spent',
      refusals: PROCESSES * TIMES - 1,
    });
    await gate.stop();
    await engine.stop();
  });
});
