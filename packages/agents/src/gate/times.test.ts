/** Times of permits: for people, for programs, waits, and events (permits G2). */
import { ApprovalError } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { BOT, STATES, WAYS, allow, approved, redeem, refusalOf } from '../test-support/asking.js';
import { type GateKit, asks, gateKit } from '../test-support/gate.js';
import type { GateOptions } from '../gate-options.js';
import { PERMIT_LIMITS } from '../limits.js';
import type { Permit, Rule } from '../types.js';

const call = { tool: 'pay', args: { amount: 5 } };
const DAY = 86_400_000;
let kit: GateKit;
afterEach(() => kit.stop());

const gateOf = async (rules: readonly Rule[] = [asks('pay')], more: Partial<GateOptions> = {}) => {
  kit = await gateKit({ rules: [...rules] }, more);
};
const get = ({ permitId }: Permit, waitMs?: number) =>
  kit.gate.get({ permitId, ...(waitMs !== undefined && { waitMs }) });
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Time as it passes: a step at a time, so that what waits looks in between. */
async function passing(ms: number) {
  await turn();
  for (let left = ms; left > 0; left -= 100) {
    await kit.advance(Math.min(left, 100));
    await turn();
  }
}
/** Reads the reason for the cancellation of a run. */
async function cancelReason({ executionId }: Permit) {
  const { events } = await kit.engine.executions.getEvents({ executionId: executionId! });
  return events.flatMap((it) => (it.type === 'execution.cancelled' ? [it.data.reason] : []));
}

describe('how long people have', () => {
  test.each<[string, object, Partial<GateOptions>, number]>([
    ['a day', {}, {}, DAY],
    ['what the gate says', {}, { askMs: 5_000 }, 5_000],
    ['what the gate says as text', {}, { askMs: '2h' }, 7_200_000],
    ['what the rule says, above the gate', { askMs: 3_000 }, { askMs: 5_000 }, 3_000],
  ])('%s', async (_, rule, options, ms) => {
    await gateOf([asks('pay', rule)], options);
    const asked = await kit.ask(call);
    expect(asked.expiresAt - asked.createdAt).toBe(ms);
  });

  test('an approval a millisecond before the end counts, whenever it is looked at', async () => {
    await gateOf([asks('pay', { askMs: 1_000 })]);
    const asked = await kit.ask(call);
    await kit.gate.stop();
    await kit.advance(999);
    await kit.answer(asked);
    await kit.advance(10_000);
    expect(await get(asked)).toMatchObject({ state: 'granted', grantedAt: asked.createdAt + 999 });
  });

  test('an approval at the end is too late, whenever it is looked at', async () => {
    await gateOf([asks('pay', { askMs: 1_000 })]);
    const asked = await kit.ask(call);
    await kit.gate.stop();
    await kit.advance(1_000);
    await kit.answer(asked);
    expect(await get(asked)).toMatchObject({ state: 'expired', endedAt: asked.expiresAt, grantedAt: null });
  });

  test('the run of what has expired is cancelled, and says why', async () => {
    await gateOf([asks('pay', { askMs: 1_000 })]);
    const asked = await WAYS.expired(kit, call);
    expect(await cancelReason(asked)).toEqual(['permit-expired']);
  });
});

describe('how long a program has', () => {
  test.each<[string, Rule, Partial<GateOptions>, number]>([
    ['a quarter of an hour', asks('pay'), {}, 900_000],
    ['what the gate says', asks('pay'), { grantMs: '1m' }, 60_000],
    ['what the rule says, above the gate', asks('pay', { grantMs: 2_000 }), { grantMs: '1m' }, 2_000],
    ['of what is allowed what the gate says', allow('pay'), { grantMs: 3_000 }, 3_000],
  ])('%s', async (_, rule, options, ms) => {
    await gateOf([rule], options);
    const permit = rule.do === 'ask' ? await approved(kit, call) : await kit.ask(call);
    expect(permit.expiresAt - permit.grantedAt!).toBe(ms);
    await kit.advance(ms - 1);
    expect((await get(permit)).state).toBe('granted');
    await kit.advance(1);
    expect(await redeem(kit, permit, call)).toMatchObject({ ok: false, why: 'expired' });
    expect(await get(permit)).toMatchObject({ state: 'expired', endedAt: permit.expiresAt });
  });

  test('counts from the answer, not from when it is looked at', async () => {
    await gateOf([asks('pay', { grantMs: 2_000 })]);
    const asked = await kit.ask(call);
    await kit.gate.stop();
    await kit.answer(asked);
    await kit.advance(2_000);
    expect(await get(asked)).toMatchObject({ state: 'expired', grantedAt: asked.createdAt });
  });
});

describe('get with waitMs', () => {
  test.each(STATES.filter((it) => it !== 'pending'))('answers at once for what is %s', async (state) => {
    await gateOf();
    const permit = await WAYS[state](kit, call);
    expect(await get(permit, 60_000)).toEqual(permit);
  });

  test('answers at the end of its time with what is pending', async () => {
    await gateOf();
    const asked = await kit.ask(call);
    let answered = false;
    const waits = get(asked, 5_000).finally(() => (answered = true));
    await passing(4_999);
    expect(answered).toBe(false);
    await passing(1);
    expect(await waits).toEqual(asked);
  });

  test.each<[string, (asked: Permit) => Promise<unknown>, string]>([
    ['an approval', (asked) => kit.answer(asked), 'granted'],
    ['a rejection', (asked) => kit.answer(asked, { decision: 'reject' }), 'denied'],
    ['a revocation', ({ permitId }) => kit.gate.revoke({ permitId, actorId: 'ops' }), 'revoked'],
    ['its end', ({ expiresAt }) => passing(expiresAt - kit.clock.now() + 2_000), 'expired'],
  ])('answers upon %s, before its time has passed', async (_, act, state) => {
    await gateOf([asks('pay', { askMs: 1_000 })]);
    const asked = await kit.ask(call);
    const waits = get(asked, 60_000);
    await turn();
    await act(asked);
    expect((await waits).state).toBe(state);
    expect(kit.clock.now() - asked.createdAt).toBeLessThan(60_000);
  });

  test('goes on waiting where the call is amended', async () => {
    await gateOf();
    const asked = await kit.ask(call);
    const waits = get(asked, 60_000);
    const { permitId, digest: ifDigest } = asked;
    const next = await kit.gate.amend({ permitId, ifDigest, args: {}, actorId: 'legal' });
    await kit.answer(next);
    expect(await waits).toMatchObject({ state: 'granted', revision: 2 });
  });

  test('finds what another process decided, within two seconds', async () => {
    await gateOf();
    const asked = await kit.ask(call);
    const { store } = kit.options;
    const silent = overriding(kit.engine, { on: () => () => undefined });
    const far = kit.another({ engine: silent });
    let looks = 0;
    const counting = kit.another({
      engine: silent,
      store: overriding(store, { loadPermit: (key) => ((looks += 1), store.loadPermit(key)) }),
    });
    const waits = counting.get({ permitId: asked.permitId, waitMs: 60_000 });
    await passing(20_000);
    // Ever less often: 200 ms growing to 2 s.
    expect(looks).toBeGreaterThan(8);
    expect(looks).toBeLessThan(25);
    await far.revoke({ permitId: asked.permitId, actorId: 'ops' });
    await passing(2_000);
    expect((await waits).state).toBe('revoked');
  });

  test('waits from outside have shares, and an end makes room; waits in process have none', async () => {
    await gateOf();
    const asked = await kit.ask(call);
    let over = 0;
    const wait = (userId: string | null | undefined, count: number) => {
      const on = kit.gate.forWorkspace('default', { userId });
      const request = { permitId: asked.permitId, waitMs: 60_000 };
      const waits = Array.from({ length: count }, () => on.get(request));
      for (const it of waits) void it.then(() => (over += 1));
    };
    wait('ann', PERMIT_LIMITS.subjectWaits + 1);
    await turn();
    expect(over).toBe(1);
    for (const other of ['bob', 'cay', null]) wait(other, PERMIT_LIMITS.subjectWaits);
    await turn();
    expect(over).toBe(1 + 2 * PERMIT_LIMITS.subjectWaits);
    wait(undefined, 2 * PERMIT_LIMITS.waits);
    await turn();
    expect(over).toBe(1 + 2 * PERMIT_LIMITS.subjectWaits);
    await kit.answer(asked);
    await passing(1_000);
    expect(over).toBe(1 + 4 * PERMIT_LIMITS.subjectWaits + 2 * PERMIT_LIMITS.waits);
    const next = await kit.ask({ ...call, args: {} });
    let answered = false;
    const again = kit.gate
      .forWorkspace('default', { userId: 'ann' })
      .get({ permitId: next.permitId, waitMs: 1_000 })
      .finally(() => (answered = true));
    await turn();
    expect(answered).toBe(false);
    await passing(1_000);
    await again;
  });

  test('ends when the gate stops', async () => {
    await gateOf();
    const asked = await kit.ask(call);
    const waits = get(asked, 60_000);
    await turn();
    await kit.gate.stop();
    expect(await waits).toEqual(asked);
  });

  test.each([-1, 60_001, 0.5, '1', NaN])('refuses %s', async (waitMs) => {
    await gateOf();
    const asked = await kit.ask(call);
    const refusal = await refusalOf(get(asked, waitMs as number));
    expect(refusal).toMatchObject({ status: 'INVALID_ARGUMENT', path: 'waitMs' });
  });

  test('of what does not exist, or is in another workspace, is refused at once', async () => {
    await gateOf();
    const { permitId } = await kit.ask(call);
    expect(await refusalOf(kit.gate.get({ permitId: 'permit_none', waitMs: 60_000 }))).toEqual({
      status: 'NOT_FOUND',
    });
    expect(await refusalOf(kit.gate.forWorkspace('elsewhere').get({ permitId }))).toEqual({
      status: 'NOT_FOUND',
    });
  });
});

describe('taking a permit back', () => {
  test.each(['pending', 'granted'] as const)('ends one that is %s', async (state) => {
    await gateOf();
    const permit = await WAYS[state](kit, call);
    const { permitId } = permit;
    const revoked = await kit.gate.revoke({ permitId, actorId: 'ops', reason: 'no longer needed' });
    expect(revoked).toMatchObject({ state: 'revoked', code: 'revoked', endedAt: kit.clock.now() });
    expect(revoked.history.at(-1)).toMatchObject({
      type: 'revoked',
      actorId: 'ops',
      reason: 'no longer needed',
    });
    expect(await kit.gate.revoke({ permitId, actorId: 'eve' })).toEqual(revoked);
    expect(await redeem(kit, permit, call)).toMatchObject({ ok: false, why: 'revoked' });
  });

  test.each(['spent', 'denied', 'expired'] as const)('is refused for one that is %s', async (state) => {
    await gateOf();
    const { permitId } = await WAYS[state](kit, call);
    const refusal = await refusalOf(kit.gate.revoke({ permitId, actorId: 'ops' }));
    expect(refusal).toEqual({ status: 'FAILED_PRECONDITION', code: 'ended' });
  });

  test('cancels the run, and says why', async () => {
    await gateOf();
    const asked = await kit.ask(call);
    await kit.gate.revoke({ permitId: asked.permitId, actorId: 'ops' });
    expect(await cancelReason(asked)).toEqual(['permit-revoked']);
  });

  test('a run that cannot be cancelled now is cancelled later', async () => {
    await gateOf();
    const { permitId, executionId } = await kit.ask(call);
    let isRefused = true;
    const refusing = overriding(kit.engine, {
      forWorkspace: (workspaceId: string) => {
        const on = kit.engine.forWorkspace(workspaceId);
        const cancel: typeof on.executions.cancel = (request) =>
          isRefused
            ? Promise.reject(new ApprovalError('FAILED_PRECONDITION', 'not now', { code: 'host-refused' }))
            : on.executions.cancel(request);
        return overriding(on, { executions: overriding(on.executions, { cancel }) });
      },
    });
    const gate = kit.another({ engine: refusing });
    expect((await gate.revoke({ permitId, actorId: 'ops' })).state).toBe('revoked');
    const statusOf = async () => (await kit.engine.executions.get({ executionId: executionId! })).status;
    expect(await statusOf()).toBe('running');
    isRefused = false;
    await gate.sweep();
    expect(await statusOf()).toBe('cancelled');
  });
});

describe('listeners', () => {
  const heardBy = (gate = kit.gate) => {
    const heard: string[] = [];
    const off = gate.on(
      'permit',
      ({ state }, { workspaceId }) => void heard.push(`${state} in ${workspaceId}`),
    );
    return { heard, off };
  };

  test('hear of every change that this gate commits, in order', async () => {
    await gateOf();
    const { heard } = heardBy();
    const permit = await approved(kit, call);
    await redeem(kit, permit, call);
    await kit.gate.outcome({ permitId: permit.permitId, requester: BOT, ok: true });
    const at = (state: string) => `${state} in default`;
    expect(heard.filter((it, index) => it !== heard[index - 1])).toEqual([
      at('pending'),
      at('granted'),
      at('spent'),
    ]);
    expect(heard.at(-1)).toBe(at('spent'));
  });

  test('hear what is already stored', async () => {
    await gateOf([allow('pay')]);
    const seen: Promise<Permit>[] = [];
    kit.gate.on('permit', ({ permitId }) => void seen.push(kit.gate.get({ permitId })));
    await kit.ask(call);
    expect((await Promise.all(seen)).map((it) => it.state)).toEqual(['granted']);
  });

  test('hear nothing of refusals, of questions asked again, and after they are taken off', async () => {
    await gateOf([allow('pay')]);
    const permit = await kit.ask(call, { ref: { runId: 'r', callId: 'c' } });
    const { heard, off } = heardBy();
    await kit.ask(call, { ref: { runId: 'r', callId: 'c' } });
    await redeem(kit, permit, { ...call, args: {} });
    expect(heard).toEqual([]);
    off();
    await redeem(kit, permit, call);
    expect(heard).toEqual([]);
  });

  test('of one gate hear nothing of what another commits', async () => {
    await gateOf([allow('pay')]);
    const { heard } = heardBy(kit.another());
    await kit.ask(call);
    expect(heard).toEqual([]);
  });

  test('that throw, now or later, hurt neither the gate nor the others, and are logged', async () => {
    const logged: unknown[] = [];
    const log = (...line: unknown[]) => logged.push(line);
    await gateOf([allow('pay')], { logger: { warn: log, error: log } });
    kit.gate.on('permit', () => {
      throw new Error('now');
    });
    kit.gate.on('permit', () => Promise.reject(new Error('later')));
    const { heard } = heardBy();
    expect((await kit.ask(call)).state).toBe('granted');
    await turn();
    expect(heard).toEqual(['granted in default']);
    expect(logged).toHaveLength(2);
  });

  test('given twice are called twice, and taken off once', async () => {
    await gateOf([allow('pay')]);
    let calls = 0;
    const listener = () => (calls += 1);
    const off = kit.gate.on('permit', listener);
    kit.gate.on('permit', listener);
    await kit.ask(call);
    expect(calls).toBe(2);
    off();
    await kit.ask(call);
    expect(calls).toBe(3);
  });

  test('get a copy: what they do to it changes nothing', async () => {
    await gateOf([allow('pay')]);
    kit.gate.on('permit', (permit) => {
      permit.state = 'denied';
      permit.history.length = 0;
      permit.requester.principal = 'eve';
    });
    const permit = await kit.ask(call);
    expect(await get(permit)).toMatchObject({ state: 'granted', requester: { principal: 'bot' } });
    expect((await get(permit)).history).toHaveLength(2);
  });

  test('another event has no listeners', async () => {
    await gateOf();
    expect(() => kit.gate.on('grant' as never, () => undefined)).toThrow('"permit"');
  });
});
