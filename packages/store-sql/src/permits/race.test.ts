/** A thousand redeemers in four processes race for one permit: one wins. */
import { createApprovalGate } from '@org/approval-agents';
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { allServers, migrated } from '../test-support/open.js';
import { type Process, startProcess } from '../test-support/processes.js';
import { permitStore } from './permit-store.js';

const PROCESSES = 4;
const TIMES = 250;
const call = { tool: 'pay', args: { amount: 5 } };
const requester = { principal: 'bot' };

async function wonBy({ child }: Process): Promise<number> {
  const exit = once(child, 'exit');
  const answer = new Promise<number>((resolve) => {
    child.on('message', (report: object) => {
      if ('won' in report) resolve(report.won as number);
    });
  });
  child.send('go');
  const won = await answer;
  await exit;
  return won;
}

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  test('one of a thousand redeemers wins', { timeout: 120_000 }, async () => {
    const engine = createApprovalEngine({ store: createMemoryStore(), jobs: { run: false } });
    const store = permitStore(await database.connect());
    const gate = createApprovalGate({ engine, store, policies: { rules: [{ tool: 'pay', do: 'allow' }] } });
    const ref = { framework: 'race', runId: 'run', callId: 'call' };
    const { permitId } = await gate.request({ call, ref, requester });
    const args = [permitId, String(TIMES), JSON.stringify(call)];
    const processes = await Promise.all(
      Array.from({ length: PROCESSES }, () => startProcess('redeemer', database, args)),
    );
    const won = await Promise.all(processes.map(wonBy));
    expect(won.reduce((sum, it) => sum + it, 0)).toBe(1);
    expect(await gate.get({ permitId })).toMatchObject({
      state: 'spent',
      refusals: PROCESSES * TIMES - 1,
    });
    await gate.stop();
    await engine.stop();
  });
});
