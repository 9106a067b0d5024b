import { ApprovalError } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import { afterEach, expect, test } from 'vitest';
import type { GateOptions } from '../gate-options.js';
import { type GateKit, asks, gateKit, guarded, refOf } from '../test-support/gate.js';

const requester = { principal: 'bot' };
const call = { tool: 'mail.send', args: {} };
let kit: GateKit;
afterEach(() => kit.stop());

test('a sweep each minute expires permits that are not read, and ends their runs', async () => {
  kit = await gateKit({ rules: [asks('mail.send', { askMs: 1_000 })] });
  const asked = await kit.ask(call);
  const announced: unknown[] = [];
  kit.gate.on('permit', ({ state, endedAt }) => announced.push([state, endedAt]));
  await kit.advance(60_000);
  await kit.gate.sweep();
  expect(announced).toContainEqual(['expired', asked.expiresAt]);
  const { status } = await kit.engine.executions.get({ executionId: asked.executionId! });
  expect(status).toBe('cancelled');
});

test('what has expired is listed as that at once, whether it was pending or granted', async () => {
  const rules = [asks('mail.send', { askMs: 1_000, grantMs: 1_000 })];
  kit = await gateKit({ rules });
  const granted = await kit.ask(call);
  await kit.answer(granted);
  const asked = await kit.ask(call);
  await kit.advance(999);
  expect((await kit.gate.list({ state: 'expired' })).items).toEqual([]);
  await kit.advance(1);
  const ids = async (on = kit.gate.forWorkspace('default')) =>
    (await on.list({ state: 'expired' })).items.map((it) => it.permitId).sort();
  expect(await ids(kit.gate.forWorkspace('other'))).toEqual([]);
  expect(await ids()).toEqual([granted.permitId, asked.permitId].sort());
});

test('a sweep settles what another process decided', async () => {
  kit = await gateKit();
  const asked = await kit.ask(call);
  await kit.gate.stop();
  await kit.answer(asked);
  const another = kit.another();
  const announced: string[] = [];
  another.on('permit', ({ state }) => announced.push(state));
  await another.sweep();
  expect(announced).toEqual(['granted']);
});

test('stopping waits for a sweep that is under way, which begins no further batch', async () => {
  kit = await gateKit();
  const { store } = kit.options;
  const done: string[] = [];
  let go: () => void = () => undefined;
  const gate = kit.another({
    retention: { endedMs: '1s' },
    store: overriding(store, {
      async duePermits(query) {
        await new Promise<void>((resolve) => (go = resolve));
        done.push('looked');
        return store.duePermits(query);
      },
      async deletePermits(query) {
        done.push('deleted');
        return store.deletePermits(query);
      },
    }),
  });
  void gate.sweep();
  const stopped = gate.stop().then(() => done.push('stopped'));
  await new Promise((resolve) => setImmediate(resolve));
  go();
  await stopped;
  expect(done).toEqual(['looked', 'stopped']);
  const again = gate.sweep();
  await new Promise((resolve) => setImmediate(resolve));
  go();
  await again;
  expect(done.at(-1)).toBe('deleted');
});

test('retention takes what has ended, but never a spent one whose outcome is unknown', async () => {
  kit = await gateKit({ rules: [{ tool: 'mail.send', do: 'allow' }] }, { retention: { endedMs: '1s' } });
  const { gate, ask } = kit;
  const [unknown, reported, revoked, live] = [
    await ask(call),
    await ask(call),
    await ask(call),
    await ask(call),
  ];
  for (const { permitId } of [unknown, reported]) await gate.redeem({ permitId, call, requester });
  await gate.outcome({ permitId: reported.permitId, requester, ok: true });
  await gate.revoke({ permitId: revoked.permitId, actorId: 'ops' });
  await kit.advance(1_000);
  await gate.sweep();
  expect((await gate.list()).items).toHaveLength(4);
  await kit.advance(1);
  await gate.sweep();
  const left = (await gate.list()).items.map((it) => it.permitId);
  expect(left.toSorted()).toEqual([unknown.permitId, live.permitId].toSorted());
});

/** An engine whose host refuses the end of the runs of one workspace. */
const refusing = (engine: GateOptions['engine'], refused: string) =>
  overriding(engine, {
    forWorkspace: (workspaceId: string) => {
      const on = engine.forWorkspace(workspaceId);
      if (workspaceId !== refused) return on;
      const cancel = () =>
        Promise.reject(new ApprovalError('FAILED_PRECONDITION', 'not now', { code: 'host-refused' }));
      return overriding(on, { executions: overriding(on.executions, { cancel }) });
    },
  });

test('any number of runs that a host does not let end do not delay others', async () => {
  kit = await gateKit({ rules: [asks('mail.send'), { tool: 'files.read', do: 'allow' }] });
  await kit.engine.forWorkspace('books').definitions.create(guarded());
  await kit.gate.stop();
  const gate = kit.another({ engine: refusing(kit.engine, 'books') });
  const books = gate.forWorkspace('books');
  for (let it = 0; it < 120; it++) {
    const { permitId } = await books.request({ call, ref: refOf(), requester });
    await books.revoke({ permitId, actorId: 'ops' });
  }
  await gate.request({ call: { tool: 'files.read', args: {} }, ref: refOf(), requester });
  const announced: string[] = [];
  gate.on('permit', ({ state }) => void announced.push(state));
  await kit.advance(3_600_000);
  // One may be under way since before it expired.
  await gate.sweep();
  await gate.sweep();
  expect(announced).toEqual(['expired']);
});
