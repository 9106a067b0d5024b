/** Amendments of a pending call: who may write them, when, and their effect (permits G5). */
import { overriding } from '@org/approval-testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { STATES, WAYS, allow, deny, redeem, refusalOf } from '../test-support/asking.js';
import {
  type GateKit,
  act,
  asks,
  gateKit,
  guarded,
  review,
  approved as approvedEdge,
  tree,
} from '../test-support/gate.js';
import type { GateOptions } from '../gate-options.js';
import type { Permit, Rule } from '../types.js';

const call = { tool: 'pay', args: { to: 'a', amount: 5 } };
let kit: GateKit;
afterEach(() => kit.stop());

const gateOf = async (rules: readonly Rule[] = [asks('pay')], more: Partial<GateOptions> = {}) => {
  kit = await gateKit({ rules: [...rules] }, more);
};
const amend = ({ permitId, digest: ifDigest }: Permit, more: object = {}, gate = kit.gate) =>
  gate.amend({ permitId, ifDigest, args: { to: 'a', amount: 4 }, actorId: 'legal', ...more });

test('the new call is asked about, with what it was and who changed it in its history', async () => {
  await gateOf();
  const asked = await kit.ask(call);
  const next = await amend(asked, { reason: 'too much' });
  expect(next).toMatchObject({
    ...{ state: 'pending', revision: 2, call: { tool: 'pay', args: { to: 'a', amount: 4 }, target: null } },
    ...{ permitId: asked.permitId, executionId: asked.executionId },
  });
  expect(next.digest).not.toBe(asked.digest);
  expect(next.history).toEqual([
    { at: kit.clock.now(), type: 'requested', actorId: 'bot', digest: asked.digest },
    { at: kit.clock.now(), type: 'amended', actorId: 'legal', digest: next.digest, reason: 'too much' },
  ]);
  const run = await kit.engine.executions.get({ executionId: asked.executionId! });
  expect(run.subject?.digest).toBe(next.digest);
});

test('answers to the call as it was are void; they do not grant it', async () => {
  await gateOf([asks('pay')], {});
  await kit.stop();
  const nodes = [review('review', ['legal', 'boss']), act(), act('refuse')];
  kit = await gateKit({ rules: [asks('pay')] }, {}, [guarded('guarded', { nodes })]);
  const asked = await kit.ask(call);
  await kit.answer(asked, { by: 'boss' });
  const next = await amend(asked);
  await kit.answer(next, { by: 'legal' });
  expect((await kit.gate.get({ permitId: asked.permitId })).state).toBe('pending');
  await kit.answer(next, { by: 'boss' });
  expect((await kit.gate.get({ permitId: asked.permitId })).state).toBe('granted');
});

describe('what is redeemed', () => {
  const amendedAndApproved = async () => {
    await gateOf();
    const next = await amend(await kit.ask(call));
    await kit.answer(next);
    return next;
  };

  test('with the call as it was asked: the amended one comes back', async () => {
    const next = await amendedAndApproved();
    expect(await redeem(kit, next, call)).toMatchObject({ ok: true, changed: true, call: next.call });
  });

  test('with the call as it was amended: it comes back unchanged', async () => {
    const next = await amendedAndApproved();
    expect(await redeem(kit, next, next.call)).toMatchObject({ ok: true, changed: false, call: next.call });
  });

  test('with any other call: nothing', async () => {
    const next = await amendedAndApproved();
    const other = { ...call, args: { to: 'a', amount: 3 } };
    expect(await redeem(kit, next, other)).toMatchObject({ why: 'mismatch', difference: ['/args/amount'] });
  });

  test('the amended call comes back frozen', async () => {
    const next = await amendedAndApproved();
    // A store in memory gives what is frozen already; a database does not.
    const { store } = kit.options;
    const loadPermit: typeof store.loadPermit = async (key) => structuredClone(await store.loadPermit(key));
    const gate = kit.another({ store: overriding(store, { loadPermit }) });
    const redeemed = await redeem({ gate }, next, call);
    if (!redeemed.ok) throw new Error('not redeemed');
    expect(() => Object.assign(redeemed.call.args, { amount: 9 })).toThrow(TypeError);
  });
});

describe('who may', () => {
  test.each([
    ['who is asked', 'legal', {}, 'OK'],
    ['somebody else', 'eve', {}, 'PERMISSION_DENIED'],
    ['an administrator of steps', 'root', { administersSteps: true }, 'OK'],
    ['the program itself', 'bot', {}, 'PERMISSION_DENIED'],
    ['the program as an administrator', 'bot', { administersSteps: true }, 'PERMISSION_DENIED'],
  ])('%s', async (_, actorId, caller, status) => {
    await gateOf();
    const asked = await kit.ask(call);
    const on = kit.gate.forWorkspace('default', caller);
    const { permitId, digest: ifDigest } = asked;
    expect((await refusalOf(on.amend({ permitId, ifDigest, args: {}, actorId }))).status).toBe(status);
    expect((await kit.gate.get({ permitId })).revision).toBe(status === 'OK' ? 2 : 1);
  });

  test('not who has answered already', async () => {
    const nodes = [review('review', ['legal', 'boss']), act(), act('refuse')];
    kit = await gateKit({ rules: [asks('pay')] }, {}, [guarded('guarded', { nodes })]);
    const asked = await kit.ask(call);
    await kit.answer(asked, { by: 'boss' });
    expect((await refusalOf(amend(asked, { actorId: 'boss' }))).status).toBe('PERMISSION_DENIED');
  });
});

describe('what is refused', () => {
  test.each(STATES.filter((it) => it !== 'pending'))('a permit that is %s', async (state) => {
    await gateOf();
    const permit = await WAYS[state](kit, call);
    expect(await refusalOf(amend(permit))).toEqual({ status: 'FAILED_PRECONDITION', code: 'not-pending' });
  });

  test('another digest than the one there is', async () => {
    await gateOf();
    const asked = await kit.ask(call);
    const stale = amend(asked, { ifDigest: `sha256:${'0'.repeat(64)}` });
    expect(await refusalOf(stale)).toEqual({ status: 'FAILED_PRECONDITION', code: 'digest-changed' });
  });

  test('a call that a reviewer has approved as it is', async () => {
    const nodes = [review(), review('second', ['boss']), act(), act('refuse')];
    const edges = [approvedEdge('review', 'second'), approvedEdge('second', 'act')];
    kit = await gateKit({ rules: [asks('pay')] }, {}, [guarded('guarded', { nodes, edges })]);
    const asked = await kit.ask(call);
    await kit.answer(asked);
    const late = amend(asked, { actorId: 'boss' });
    expect(await refusalOf(late)).toEqual({ status: 'FAILED_PRECONDITION', code: 'already-approved' });
  });

  test.each<[string, Rule[], string | undefined]>([
    [
      'the policies deny',
      [deny('pay', { when: tree('eq', { var: 'call.args.amount' }, 4) }), asks('pay')],
      'denied-by-policy',
    ],
    [
      'other people would be asked about',
      [asks('pay', { when: tree('eq', { var: 'call.args.amount' }, 4), definitionId: 'other' }), asks('pay')],
      'denied-by-policy',
    ],
    [
      'the policies allow',
      [allow('pay', { when: tree('eq', { var: 'call.args.amount' }, 4) }), asks('pay')],
      undefined,
    ],
  ])('a call that %s', async (_, rules, code) => {
    kit = await gateKit({ rules }, {}, [guarded(), guarded('other')]);
    expect((await refusalOf(amend(await kit.ask(call)))).code).toBe(code);
  });

  test('arguments that the tool does not take', async () => {
    const validate = ({ amount }: { amount?: unknown }) => amount !== 4;
    await gateOf(undefined, { tools: { pay: { validate } } });
    const asked = await kit.ask(call);
    expect(await refusalOf(amend(asked))).toMatchObject({ status: 'INVALID_ARGUMENT', path: 'call.args' });
    expect((await kit.gate.get({ permitId: asked.permitId })).digest).toBe(asked.digest);
  });

  test.each<[string, object, object]>([
    ['that the call has', { to: 'a', card: '4111' }, { to: 'b', card: '4111' }],
    ['that the new call has', { to: 'a' }, { to: 'a', card: '4111' }],
    ['that the new call has no more', { to: 'a', card: '4111' }, { to: 'a' }],
  ])('values that are not kept, %s', async (_, before, args) => {
    await gateOf(undefined, { tools: { pay: { redact: ['/args/card'] } } });
    const asked = await kit.ask({ tool: 'pay', args: before });
    expect(await refusalOf(amend(asked, { args }))).toEqual({
      status: 'FAILED_PRECONDITION',
      code: 'redacted',
    });
  });

  test('an unknown permit, and one of another workspace', async () => {
    await gateOf();
    const asked = await kit.ask(call);
    expect(await refusalOf(amend({ ...asked, permitId: 'permit_none' }))).toEqual({ status: 'NOT_FOUND' });
    const { permitId, digest: ifDigest } = asked;
    const elsewhere = kit.gate
      .forWorkspace('elsewhere')
      .amend({ permitId, ifDigest, args: {}, actorId: 'legal' });
    expect(await refusalOf(elsewhere)).toEqual({ status: 'NOT_FOUND' });
  });

  test('the two hundredth change: the call was amended too often', async () => {
    await gateOf();
    let permit = await kit.ask(call);
    let refusal: object = {};
    for (let amount = 100; amount < 300 && !('code' in refusal); amount++) {
      refusal = await refusalOf(amend(permit, { args: { amount } }).then((it) => (permit = it)));
    }
    expect(refusal).toEqual({ status: 'FAILED_PRECONDITION', code: 'limit-reached' });
    expect(permit.history.length).toBeLessThanOrEqual(200);
    await kit.answer(permit);
    expect((await kit.gate.get({ permitId: permit.permitId })).state).toBe('granted');
  });
});

test('the same arguments change nothing', async () => {
  await gateOf();
  const asked = await kit.ask(call);
  expect(await amend(asked, { args: { amount: 5, to: 'a' } })).toEqual(asked);
});

test('asked for again, as it was or as it is, it is the same permit', async () => {
  await gateOf();
  const ref = { runId: 'run', callId: 'call' };
  const next = await amend(await kit.ask(call, { ref }));
  expect(await kit.ask(call, { ref })).toEqual(next);
  expect(await kit.ask(next.call, { ref })).toEqual(next);
  expect((await kit.ask({ ...call, args: {} }, { ref })).permitId).not.toBe(next.permitId);
});
