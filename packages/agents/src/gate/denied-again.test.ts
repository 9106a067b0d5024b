/** Repeated requests after a denial cost as much as one, in any number. */
import { overriding } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { createMemoryPermitStore } from '../store/memory.js';
import { asks, gateKit, refOf } from '../test-support/gate.js';

const call = { tool: 'mail.send', args: { to: 'a' } };

/**
 * A kit that counts the permits looked up for a digest, and how many list all pending ones at once.
 */
async function counting(policies?: Parameters<typeof gateKit>[0]) {
  const store = createMemoryPermitStore();
  const seen = { permits: 0, looks: 0, mostLooks: 0 };
  const counted = overriding(store, {
    async findSameCall(query) {
      const found = await store.findSameCall(query);
      seen.permits += found.length;
      return found;
    },
    async pendingOf(query) {
      seen.looks += 1;
      seen.mostLooks = Math.max(seen.mostLooks, seen.looks);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.looks -= 1;
      return store.pendingOf(query);
    },
  });
  return { kit: await gateKit(policies, { store: counted }), seen };
}

test('a fresh denial is found by itself', async () => {
  const { kit, seen } = await counting({ rules: [{ tool: '*', do: 'deny' }] });
  for (let index = 0; index < 30; index++) await kit.ask(call, { ref: refOf({ runId: 'run' }) });
  seen.permits = 0;
  expect(await kit.ask(call, { ref: refOf({ runId: 'run' }) })).toMatchObject({ code: 'denied-before' });
  expect(seen.permits).toBe(1);
  // Old denials do not count, and all are read at once.
  await kit.advance(600_000);
  expect(await kit.ask(call, { ref: refOf({ runId: 'run' }) })).toMatchObject({ code: 'denied-by-policy' });
  seen.permits = 0;
  expect(await kit.ask(call, { ref: refOf({ runId: 'run' }) })).toMatchObject({ code: 'denied-before' });
  expect(seen.permits).toBe(1);
  await kit.stop();
});

test('a rejection behind newer questions about the same call is found, too', async () => {
  const { kit } = await counting();
  const first = await kit.ask(call, { ref: refOf({ runId: 'run' }) });
  await kit.advance(1);
  for (let index = 0; index < 3; index++) await kit.ask(call, { ref: refOf({ runId: 'run' }) });
  await kit.answer(first, { decision: 'reject' });
  expect(await kit.ask(call, { ref: refOf({ runId: 'run' }) })).toMatchObject({ code: 'denied-before' });
  await kit.stop();
});

test('of those who ask with too much pending, two at a time are looked at', async () => {
  const { kit, seen } = await counting({ rules: [asks('mail.send')] });
  for (let index = 0; index < 100; index++) await kit.ask({ tool: 'mail.send', args: { index } });
  const asked = Array.from({ length: 10 }, (_, index) =>
    kit.ask({ tool: 'mail.send', args: { more: index } }),
  );
  const ended = await Promise.allSettled(asked);
  expect(new Set(ended.map((it) => it.status))).toEqual(new Set(['rejected']));
  expect(seen.mostLooks).toBe(2);
  await kit.stop();
});
