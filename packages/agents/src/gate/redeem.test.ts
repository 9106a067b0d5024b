/** Spending a permit: on exactly its call, by whom it is for, once (permits G2). */
import { ApprovalError } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BOT, STATES, WAYS, allow, approved, redeem, refusalOf } from '../test-support/asking.js';
import { type GateKit, asks, gateKit } from '../test-support/gate.js';
import type { CallRequest, RequesterRequest } from '../types.js';

const call = { tool: 'pay', args: { to: 'a', amount: 5, lines: [{ n: 1 }, { n: 2 }] } };
const other: CallRequest = { ...call, args: { ...call.args, amount: 6 } };
const stranger: RequesterRequest = { principal: 'eve' };
let kit: GateKit;
beforeEach(async () => {
  kit = await gateKit({ rules: [asks('pay'), allow('read')] });
});
afterEach(() => kit.stop());

describe.each(STATES)('of a permit that is %s', (state) => {
  const isGranted = state === 'granted';

  test(isGranted ? 'the call is executed' : 'nothing is executed, and the state is why', async () => {
    const permit = await WAYS[state](kit, call);
    const redeemed = await redeem(kit, permit, call);
    if (isGranted) expect(redeemed).toMatchObject({ ok: true, changed: false, call });
    else expect(redeemed).toEqual({ ok: false, why: state, code: permit.code, difference: [] });
  });

  test('another call is a mismatch only once it is granted', async () => {
    const permit = await WAYS[state](kit, call);
    expect(await redeem(kit, permit, other)).toMatchObject({
      ok: false,
      why: isGranted ? 'mismatch' : state,
    });
  });

  test('another requester learns nothing else', async () => {
    const permit = await WAYS[state](kit, call);
    for (const requester of [stranger, { ...BOT, onBehalfOf: 'ann' }, { principal: 'Bot' }]) {
      const redeemed = await redeem(kit, permit, other, requester);
      expect(redeemed).toEqual({ ok: false, why: 'wrong-requester', code: null, difference: [] });
    }
  });

  test('a refusal changes only its count', async () => {
    const before = await WAYS[state](kit, call);
    await redeem(kit, before, other);
    await redeem(kit, before, other, stranger);
    const after = await kit.gate.get({ permitId: before.permitId });
    expect(after).toEqual({ ...before, refusals: before.refusals + 2 });
  });
});

test('a permit that is none is unknown', async () => {
  const none = { ok: false, why: 'unknown', code: null, difference: [] };
  expect(await redeem(kit, { permitId: 'permit_none' }, call)).toEqual(none);
  const permit = await approved(kit, call);
  const elsewhere = kit.gate.forWorkspace('elsewhere');
  expect(await elsewhere.redeem({ permitId: permit.permitId, call, requester: BOT })).toEqual(none);
});

test('the result is deeply frozen, with its own key', async () => {
  const permit = await approved(kit, call);
  const redeemed = await redeem(kit, permit, structuredClone(call));
  if (!redeemed.ok) throw new Error('not redeemed');
  expect(redeemed.idempotencyKey).toBe(`permit:${permit.permitId}`);
  expect(redeemed.permit).toMatchObject({ state: 'spent', outcome: 'unknown', endedAt: kit.clock.now() });
  const { args } = redeemed.call as unknown as typeof call;
  for (const it of [redeemed.call, args, args.lines, args.lines[0]]) expect(Object.isFrozen(it)).toBe(true);
});

test('the call may come with its keys in any order', async () => {
  const permit = await approved(kit, call);
  const turned = { args: Object.fromEntries(Object.entries(call.args).reverse()), tool: 'pay' };
  expect(await redeem(kit, permit, turned as CallRequest)).toMatchObject({ ok: true, changed: false });
});

describe('what differs is pointed at', () => {
  test.each<[string, Partial<CallRequest>, string[]]>([
    ['a value', { args: { ...call.args, amount: 6 } }, ['/args/amount']],
    ['the tool', { tool: 'read' }, ['/tool']],
    ['the target', { target: 'x' }, ['/target']],
    ['an argument more', { args: { ...call.args, cc: 1 } }, ['/args/cc']],
    ['an argument less', { args: { to: 'a', amount: 5 } }, ['/args/lines']],
    ['a value within', { args: { ...call.args, lines: [{ n: 1 }, { n: 3 }] } }, ['/args/lines/1/n']],
    ['an item less', { args: { ...call.args, lines: [{ n: 1 }] } }, ['/args/lines/1']],
    ['an object for a list', { args: { ...call.args, lines: { 0: 1 } } }, ['/args/lines']],
    [
      'several',
      { tool: 'read', args: { ...call.args, to: 'b', amount: 1 } },
      ['/args/amount', '/args/to', '/tool'],
    ],
    ['a name with signs', { args: { ...call.args, 'a/b~c': 1 } }, ['/args/a~1b~0c']],
  ])('%s', async (_, change, difference) => {
    const permit = await approved(kit, call);
    expect(await redeem(kit, permit, { ...call, ...change })).toMatchObject({ why: 'mismatch', difference });
  });

  test('at most twenty of them', async () => {
    const many = (of: number) =>
      Object.fromEntries(Array.from({ length: 30 }, (__, n) => [`k${n + 10}`, of]));
    const permit = await approved(kit, { tool: 'pay', args: many(1) });
    const redeemed = await redeem(kit, permit, { tool: 'pay', args: many(2) });
    if (redeemed.ok) throw new Error('redeemed');
    expect(redeemed.difference).toEqual(Array.from({ length: 20 }, (__, n) => `/args/k${n + 10}`));
  });
});

describe('once', () => {
  test('of any number who race in any number of processes', async () => {
    const race = async (gates: number, racers: number, changes: number) => {
      const permit = await kit.ask({ tool: 'read', args: { gates, racers, changes } });
      const processes = [kit.gate, ...Array.from({ length: gates - 1 }, () => kit.another())];
      const runs = Array.from({ length: racers }, (_, index) =>
        redeem({ gate: processes[index % gates]! }, permit, {
          tool: 'read',
          args: { gates, racers, changes },
        }),
      );
      // Others change the row meanwhile.
      const noise = Array.from({ length: changes }, () =>
        redeem(kit, permit, { tool: 'read', args: {} }, stranger),
      );
      const done = await Promise.all([...runs, ...noise]);
      expect(done.filter((it) => it.ok)).toHaveLength(1);
      expect(done.filter((it) => !it.ok && it.why === 'spent')).toHaveLength(racers - 1);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 3 }),
        race,
      ),
      { numRuns: 15 },
    );
  });

  test('if the store loses the answer of the write, no caller may execute', async () => {
    const permit = await approved(kit, call);
    const { store } = kit.options;
    const deaf = kit.another({
      store: overriding(store, {
        updatePermit: async (update) => {
          await store.updatePermit(update);
          throw new Error('connection reset');
        },
      }),
    });
    expect(await refusalOf(redeem({ gate: deaf }, permit, call))).toMatchObject({ status: 'UNAVAILABLE' });
    expect(await redeem(kit, permit, call)).toMatchObject({ ok: false, why: 'spent' });
  });

  test('a permit that changes under every try is UNAVAILABLE, not spent', async () => {
    const permit = await approved(kit, call);
    const busy = kit.another({
      store: overriding(kit.options.store, { updatePermit: () => Promise.resolve(false) }),
    });
    await expect(redeem({ gate: busy }, permit, call)).rejects.toThrow('do not execute');
    expect(await redeem(kit, permit, call)).toMatchObject({ ok: true });
  });
});

describe('in a transaction of the host', () => {
  /** A store whose transaction is a list of writes that are done when the host commits. */
  const transacting = () => {
    const { store } = kit.options;
    const writes: (() => Promise<unknown>)[] = [];
    const inside = overriding(store, {
      updatePermit: (update) => {
        writes.push(() => store.updatePermit(update));
        return Promise.resolve(true);
      },
    });
    const gate = kit.another({ store: overriding(store, { inTransaction: () => inside }) });
    return {
      gate,
      on: gate.withTransaction(null as never),
      commit: () => Promise.all(writes.map((it) => it())),
    };
  };

  test('it is spent when the host commits, and not before', async () => {
    const { permitId } = await approved(kit, call);
    const { on, commit } = transacting();
    expect(await on.redeem({ permitId, call, requester: BOT })).toMatchObject({ ok: true });
    expect((await kit.gate.get({ permitId })).state).toBe('granted');
    await commit();
    expect((await kit.gate.get({ permitId })).state).toBe('spent');
  });

  test('it is not spent where the host rolls back', async () => {
    const { permitId } = await approved(kit, call);
    await transacting().on.redeem({ permitId, call, requester: BOT });
    expect(await kit.gate.redeem({ permitId, call, requester: BOT })).toMatchObject({ ok: true });
  });

  test('listeners hear nothing of it, and of its outcome', async () => {
    const { permitId } = await approved(kit, call);
    const { gate, on, commit } = transacting();
    const heard: string[] = [];
    gate.on('permit', ({ state, outcome }) => heard.push(`${state} ${typeof outcome}`));
    await on.redeem({ permitId, call, requester: BOT });
    await commit();
    expect(heard).toEqual([]);
    await kit.another().stop();
    await gate.outcome({ permitId, requester: BOT, ok: true });
    expect(heard).toEqual(['spent object']);
  });

  test.each(['expired', 'revoked', 'denied', 'pending'] as const)(
    'one that is %s is refused',
    async (state) => {
      const { permitId } = await WAYS[state](kit, call);
      const { on } = transacting();
      expect(await on.redeem({ permitId, call, requester: BOT })).toMatchObject({ ok: false, why: state });
    },
  );

  test('of another workspace by its name', async () => {
    const { permitId } = await approved(kit, call);
    const { on } = transacting();
    const elsewhere = on.forWorkspace('elsewhere');
    expect(await elsewhere.redeem({ permitId, call, requester: BOT })).toMatchObject({ why: 'unknown' });
    expect(await on.forWorkspace('default').redeem({ permitId, call, requester: BOT })).toMatchObject({
      ok: true,
    });
    expect(() => on.forWorkspace('')).toThrow(ApprovalError);
  });

  test('a store without transactions joins none', () => {
    expect(() => kit.gate.withTransaction(null as never)).toThrow('cannot join a transaction');
  });
});

describe('the outcome', () => {
  const spent = async () => WAYS.spent(kit, call);
  const digest = `sha256:${'a'.repeat(64)}`;

  test.each<[string, { ok: boolean; resultDigest?: string; error?: string }]>([
    ['that it did', { ok: true }],
    ['that it did, with the digest of the result', { ok: true, resultDigest: digest }],
    ['that it did not', { ok: false }],
    ['that it did not, and why', { ok: false, error: 'no server' }],
  ])('is kept as it is reported: %s', async (_, given) => {
    const { permitId } = await spent();
    expect(await kit.gate.outcome({ permitId, requester: BOT, ...given })).toEqual({ recorded: true });
    const { outcome, history } = await kit.gate.get({ permitId });
    expect(outcome).toEqual({ resultDigest: null, error: null, at: kit.clock.now(), ...given });
    expect(history.at(-1)).toMatchObject({ type: 'outcome', actorId: 'bot' });
  });

  test('said again is the same one, at its first time', async () => {
    const { permitId } = await spent();
    const given = { permitId, requester: BOT, ok: false, error: 'no server' };
    await kit.gate.outcome(given);
    const before = await kit.gate.get({ permitId });
    await kit.advance(1_000);
    expect(await kit.gate.outcome(given)).toEqual({ recorded: false });
    expect(await kit.gate.get({ permitId })).toEqual(before);
  });

  test.each<[string, object]>([
    ['that it did', { ok: true }],
    ['another reason', { ok: false, error: 'other' }],
    ['a digest beside it', { ok: false, error: 'no server', resultDigest: digest }],
  ])('is not changed by another: %s', async (_, later) => {
    const { permitId } = await spent();
    await kit.gate.outcome({ permitId, requester: BOT, ok: false, error: 'no server' });
    const again = kit.gate.outcome({ permitId, requester: BOT, ...later } as never);
    expect(await refusalOf(again)).toEqual({ status: 'FAILED_PRECONDITION', code: 'outcome-recorded' });
  });

  test.each(STATES.filter((it) => it !== 'spent'))('of what is %s is refused', async (state) => {
    const { permitId } = await WAYS[state](kit, call);
    const report = kit.gate.outcome({ permitId, requester: BOT, ok: true });
    expect(await refusalOf(report)).toEqual({ status: 'FAILED_PRECONDITION', code: 'not-spent' });
  });

  test("of a stranger's permit is unknown", async () => {
    const { permitId } = await spent();
    for (const requester of [stranger, { ...BOT, onBehalfOf: 'ann' }])
      expect(await refusalOf(kit.gate.outcome({ permitId, requester, ok: true }))).toEqual({
        status: 'NOT_FOUND',
      });
  });

  test('of two that are reported at once one stays', async () => {
    const { permitId } = await spent();
    const report = (ok: boolean, gate = kit.gate) => gate.outcome({ permitId, requester: BOT, ok });
    const both = await Promise.allSettled([report(true), report(false, kit.another())]);
    expect(both.map((it) => it.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
