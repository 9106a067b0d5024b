/**
 * The ref of a call: a repeat is the same permit, another call replaces it, a new attempt follows
 * (permits G2).
 */
import { overriding } from '@org/approval-testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BOT, STATES, WAYS, allow, deny, redeem, refusalOf } from '../test-support/asking.js';
import { type GateKit, asks, gateKit, refOf } from '../test-support/gate.js';
import type { Asked, RefRequest } from '../types.js';

const call = { tool: 'pay', args: { amount: 5 } };
const ref = { framework: 'test', runId: 'run', callId: 'call' };
let kit: GateKit;
beforeEach(async () => {
  kit = await gateKit({ rules: [asks('pay'), allow('read'), deny('drop')] });
});
afterEach(() => kit.stop());

const ask = (more: Partial<Asked> = {}, gate = kit.gate) =>
  gate.request({ call, ref, requester: BOT, ...more });
const attempt = (n: RefRequest['attempt'], more: Partial<Asked> = {}) =>
  ask({ ref: { ...ref, attempt: n }, ...more });

describe('the same question', () => {
  test.each(STATES)('is the same permit while it is %s', async (state) => {
    const permit = await WAYS[state]({ ...kit, ask: () => ask() }, call);
    expect(await ask()).toEqual(permit);
    expect(await ask({}, kit.another())).toEqual(permit);
    expect(await ask({ reason: 'please' })).toEqual(permit);
    expect((await kit.gate.list()).items).toHaveLength(1);
  });

  test('is the same permit after a change of the policies', async () => {
    const asked = await ask();
    const strict = kit.another({ policies: { rules: [deny('pay')] } });
    expect(await ask({}, strict)).toEqual(asked);
  });

  test('of any number at once is one permit with one run', async () => {
    const gates = [kit.gate, kit.another(), kit.another()];
    const all = await Promise.all(Array.from({ length: 9 }, (_, n) => ask({}, gates[n % 3])));
    expect(new Set(all.map((it) => it.permitId)).size).toBe(1);
    const runs = await kit.engine.executions.list();
    expect(runs.items).toHaveLength(1);
  });

  test.each<[string, Partial<Asked>]>([
    ['another framework', { ref: { ...ref, framework: 'other' } }],
    ['another run', { ref: { ...ref, runId: 'other' } }],
    ['another call of the run', { ref: { ...ref, callId: 'other' } }],
    ['another program', { requester: { principal: 'eve' } }],
    ['the program on behalf of a user', { requester: { ...BOT, onBehalfOf: 'ann' } }],
  ])('is another one of %s', async (_, more) => {
    const first = await ask();
    const second = await ask(more);
    expect(second.permitId).not.toBe(first.permitId);
    expect((await kit.gate.get({ permitId: first.permitId })).state).toBe('pending');
  });
});

describe('another call at the same ref', () => {
  const other = { call: { ...call, args: { amount: 6 } } };

  test.each(['pending', 'granted'] as const)('takes the place of one that is %s', async (state) => {
    const first = await WAYS[state]({ ...kit, ask: () => ask() }, call);
    const second = await ask(other);
    expect(await kit.gate.get({ permitId: first.permitId })).toMatchObject({
      ...{ state: 'revoked', code: 'replaced', endedAt: kit.clock.now() },
      history: expect.arrayContaining([
        expect.objectContaining({ type: 'revoked', actorId: 'bot' }),
      ]) as unknown,
    });
    expect(second).toMatchObject({ state: 'pending', ref: { attempt: 1 } });
    expect(await redeem(kit, first, call)).toMatchObject({ why: 'revoked', code: 'replaced' });
  });

  test.each(['spent', 'denied', 'expired', 'revoked'] as const)(
    'leaves one that is %s as it is',
    async (state) => {
      const first = await WAYS[state]({ ...kit, ask: () => ask() }, call);
      await ask(other);
      expect(await kit.gate.get({ permitId: first.permitId })).toEqual(first);
    },
  );

  test('the first call again is the first permit, revoked, and the other lives on', async () => {
    const first = await ask();
    const second = await ask(other);
    expect(await ask()).toMatchObject({ permitId: first.permitId, state: 'revoked' });
    expect((await kit.gate.get({ permitId: second.permitId })).state).toBe('pending');
  });

  test('of two at once one lives', async () => {
    await Promise.all([ask(), ask(other, kit.another())]);
    const { items } = await kit.gate.list();
    expect(items.filter((it) => it.state === 'pending')).toHaveLength(1);
  });

  test('ends the run of the one that it replaces', async () => {
    const first = await ask();
    await ask(other);
    const run = await kit.engine.executions.get({ executionId: first.executionId! });
    expect(run.status).toBe('cancelled');
  });
});

describe('asking anew', () => {
  test.each(['pending', 'granted'] as const)('waits for the end of one that is %s', async (state) => {
    await WAYS[state]({ ...kit, ask: () => ask() }, call);
    expect(await refusalOf(attempt(2))).toEqual({ status: 'FAILED_PRECONDITION', code: 'not-ended' });
  });

  test.each(['spent', 'expired', 'revoked'] as const)(
    'is a new permit after one that is %s',
    async (state) => {
      const first = await WAYS[state]({ ...kit, ask: () => ask() }, call);
      const second = await attempt(2);
      expect(second).toMatchObject({ state: 'pending', ref: { attempt: 2 } });
      expect(second.permitId).not.toBe(first.permitId);
      expect(await attempt(1)).toEqual(first);
    },
  );

  test.each<[string, RefRequest['attempt']]>([
    ['one that leaves a gap', 3],
    ['zero', 0],
    ['a negative one', -1],
    ['a fraction', 1.5],
    ['one beyond the last', 1_001],
    ['a text', 'next' as never],
  ])('not as attempt %s', async (_, n) => {
    await WAYS.revoked({ ...kit, ask: () => ask() }, call);
    const refusal = await refusalOf(attempt(n));
    expect(refusal).toMatchObject({ status: 'INVALID_ARGUMENT', path: 'ref.attempt' });
  });

  test('the first attempt is 1, also where it is not named', async () => {
    expect((await refusalOf(attempt(2))).status).toBe('INVALID_ARGUMENT');
    expect((await ask()).ref).toEqual({ ...ref, attempt: 1 });
  });
});

describe('attempt "auto"', () => {
  test('is the one that has not ended, then the next', async () => {
    const first = await attempt('auto');
    expect(first.ref.attempt).toBe(1);
    expect(await attempt('auto')).toEqual(first);
    await kit.gate.revoke({ permitId: first.permitId, actorId: 'ops' });
    const second = await attempt('auto');
    expect(second.ref.attempt).toBe(2);
    expect(await attempt('auto')).toEqual(second);
    await kit.answer(second);
    expect(await attempt('auto')).toMatchObject({ permitId: second.permitId, state: 'granted' });
    await redeem(kit, second, call);
    expect((await attempt('auto')).ref.attempt).toBe(3);
  });

  test('with another call takes the place of the one that has not ended, at its attempt', async () => {
    await attempt('auto');
    const other = await attempt('auto', { call: { ...call, args: {} } });
    expect(other.ref.attempt).toBe(1);
    expect((await kit.gate.list({ state: 'pending' })).items).toHaveLength(1);
  });

  test('ends at a thousand attempts', async () => {
    const { store } = kit.options;
    const full = kit.another({
      store: overriding(store, { findRef: () => Promise.resolve({ live: null, lastAttempt: 1_000 }) }),
    });
    const refusal = await refusalOf(ask({ ref: { ...ref, attempt: 'auto' } }, full));
    expect(refusal).toMatchObject({ status: 'INVALID_ARGUMENT', path: 'ref.attempt' });
  });
});

describe('what a ref may be', () => {
  test.each<[string, object]>([
    ['an empty framework', { framework: '' }],
    ['a run of 201 characters', { runId: 'x'.repeat(201) }],
    ['a call that is not a string', { callId: 7 }],
    ['a call with a NUL', { callId: 'a\0' }],
    ['a lone surrogate', { callId: '\ud800' }],
    ['a field that refs do not have', { more: 1 }],
  ])('not %s', async (_, more) => {
    const refusal = await refusalOf(ask({ ref: { ...ref, ...more } }));
    expect(refusal.status).toBe('INVALID_ARGUMENT');
    expect(refusal.path).toMatch(/^ref/);
  });

  test('200 characters of any script, each counted once', async () => {
    const long = '🔑'.repeat(200);
    expect((await ask({ ref: { framework: long, runId: long, callId: long } })).ref.runId).toBe(long);
  });
});

describe('too much at once', () => {
  test('a hundred pending ones of a program are the most, and an end makes room', async () => {
    const asked = [];
    for (let n = 0; n < 100; n++) asked.push(await kit.ask({ tool: 'pay', args: { n } }));
    expect(await refusalOf(kit.ask(call))).toEqual({
      status: 'RESOURCE_EXHAUSTED',
      code: 'too-many-pending',
    });
    // Calls decided by a rule do not count, and neither do other programs or workspaces.
    expect((await kit.ask({ tool: 'read', args: {} })).state).toBe('granted');
    expect((await kit.ask({ tool: 'drop', args: {} })).state).toBe('denied');
    expect((await kit.ask(call, { principal: 'other' })).state).toBe('pending');
    await kit.answer(asked[0]!, { decision: 'reject' });
    expect((await kit.ask(call)).state).toBe('pending');
  });

  test('one that takes the place of another needs no room', async () => {
    for (let n = 0; n < 99; n++) await kit.ask({ tool: 'pay', args: { n } });
    await ask();
    expect((await ask({ call: { ...call, args: { amount: 7 } } })).state).toBe('pending');
  });
});

describe('what was denied a moment ago', () => {
  const reject = async (more: Partial<Asked> = {}) => {
    const asked = await ask(more);
    await kit.answer(asked, { decision: 'reject' });
    return asked;
  };
  const again = async (more: Partial<Asked> = {}) => {
    const { state, code } = await ask({ ref: refOf({ runId: ref.runId }), ...more });
    return code ?? state;
  };

  test('by people is denied in its run, and people are not asked again', async () => {
    await reject();
    for (let run = 0; run < 20; run++) expect(await again()).toBe('denied-before');
    expect((await kit.engine.executions.list()).items).toHaveLength(1);
    expect(await again({ ref: refOf() })).toBe('pending');
  });

  test('by people stays so however often it was asked since', async () => {
    await reject();
    for (let run = 0; run < 110; run++) {
      await kit.advance(1);
      await again();
    }
    expect(await again()).toBe('denied-before');
  });

  test('by people is asked anew after ten minutes', async () => {
    await reject();
    await kit.advance(599_999);
    expect(await again()).toBe('denied-before');
    await kit.advance(600_000);
    expect(await again()).toBe('pending');
  });

  test('as it was amended is denied as that, and as it was asked', async () => {
    const asked = await ask();
    const { permitId, digest: ifDigest } = asked;
    const next = await kit.gate.amend({ permitId, ifDigest, args: { amount: 4 }, actorId: 'legal' });
    await kit.answer(next, { decision: 'reject' });
    expect(await again()).toBe('denied-before');
    expect(await again({ call: { ...call, args: { amount: 4 } } })).toBe('denied-before');
  });

  test.each<[string, Partial<Asked>]>([
    ['another call', { call: { ...call, args: { amount: 6 } } }],
    ['another program', { requester: { principal: 'other' } }],
    ['the program on behalf of another user', { requester: { ...BOT, onBehalfOf: 'ann' } }],
  ])('says nothing of %s', async (_, more) => {
    await reject();
    expect(await again(more)).toBe('pending');
  });

  test('by a rule counts in its own run alone: the rule may have been corrected', async () => {
    const drop = { tool: 'drop', args: {} };
    await ask({ call: drop });
    const corrected = kit.another({ policies: { rules: [allow('drop')] } });
    const asked = (more: Partial<Asked>) => ask({ call: drop, ...more }, corrected);
    expect(await asked({ ref: { ...ref, callId: 'next' } })).toMatchObject({ code: 'denied-before' });
    expect(await asked({ ref: refOf() })).toMatchObject({ state: 'granted' });
  });

  test('in another workspace says nothing here', async () => {
    await reject();
    const elsewhere = kit.gate.forWorkspace('elsewhere');
    // The definition does not exist there.
    expect(await elsewhere.request({ call, ref, requester: BOT })).toMatchObject({ code: 'policy-faulty' });
  });

  test('what expired or was taken back is asked anew', async () => {
    const { permitId } = await ask();
    await kit.gate.revoke({ permitId, actorId: 'ops' });
    expect(await again()).toBe('pending');
  });
});

describe('a batch', () => {
  const item = (n: number, more: object = {}): Asked => ({
    ...{ call: { tool: 'pay', args: { n } }, ref: { ...ref, callId: `call ${n}` }, requester: BOT },
    ...more,
  });

  test('is a permit for each, in the order asked, with one batchId', async () => {
    const items = [item(2), item(1), item(3, { call: { tool: 'read', args: {} } })];
    const results = await kit.gate.requestBatch({ items });
    const permits = results.map((it) => ('permit' in it ? it.permit : null));
    expect(permits.map((it) => it?.ref.callId)).toEqual(['call 2', 'call 1', 'call 3']);
    expect(permits.map((it) => it?.state)).toEqual(['pending', 'pending', 'granted']);
    expect(new Set(permits.map((it) => it?.batchId)).size).toBe(1);
    expect(permits[0]?.batchId).toMatch(/^batch_/);
    const [again] = await kit.gate.requestBatch({ items: [item(9)] });
    expect(again).not.toMatchObject({ permit: { batchId: permits[0]?.batchId } });
  });

  test('gives each its own answer and its own fate', async () => {
    const [a, b] = await kit.gate.requestBatch({ items: [item(1), item(2)] });
    if (!a || !b || !('permit' in a) || !('permit' in b)) throw new Error('refused');
    await kit.answer(a.permit);
    await kit.answer(b.permit, { decision: 'reject' });
    expect((await kit.gate.get({ permitId: a.permit.permitId })).state).toBe('granted');
    expect((await kit.gate.get({ permitId: b.permit.permitId })).state).toBe('denied');
  });

  test('asks about the others where one is refused', async () => {
    await ask({ ref: { ...ref, callId: 'call 2' } });
    const results = await kit.gate.requestBatch({
      items: [item(1), item(2, { ref: { ...ref, callId: 'call 2', attempt: 2 } }), item(3)],
    });
    expect(results).toMatchObject([
      { permit: { state: 'pending' } },
      { error: { status: 'FAILED_PRECONDITION', details: { code: 'not-ended' } } },
      { permit: { state: 'pending' } },
    ]);
  });

  test.each<[string, Asked[], string]>([
    ['no items', [], 'items'],
    ['51 items', Array.from({ length: 51 }, (_, n) => item(n)), 'items'],
    ['an item with a batchId', [item(1), item(2, { batchId: 'mine' })], 'items[1]'],
    ['an item without a call', [item(1), { ref, requester: BOT } as never], 'items[1].call'],
    ['an item with an unsafe integer', [item(1), item(2 ** 60)], 'items[1].call.args.n'],
  ])('is refused as a whole with %s, and starts no run', async (_, items, path) => {
    const refusal = await refusalOf(kit.gate.requestBatch({ items }));
    expect(refusal.status).toBe('INVALID_ARGUMENT');
    expect(refusal.path?.startsWith(path)).toBe(true);
    expect((await kit.gate.list()).items).toEqual([]);
  });
});
