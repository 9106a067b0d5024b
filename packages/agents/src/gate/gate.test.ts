import { afterEach, describe, expect, test } from 'vitest';
import { asks, gateKit, guarded, refOf, type GateKit } from '../test-support/gate.js';

const mail = (args: object = {}) => ({ tool: 'mail.send', args: { to: 'a@example.com', n: 1, ...args } });
const requester = { principal: 'bot' };
let kit: GateKit;
afterEach(() => kit.stop());

describe('the way of a permit', () => {
  test('asked, granted, spent, reported', async () => {
    kit = await gateKit();
    const { gate, ask, answer } = kit;
    const asked = await ask(mail());
    expect(asked).toMatchObject({ state: 'pending', refusals: 0, outcome: null, revision: 1 });
    expect(asked.digest).toBe('sha256:56e7ee1b1a031156a98d227a34ebe61d9d2eb654262d634258b1fc5010cf9282');
    await answer(asked);
    const { permitId } = asked;
    const granted = await gate.get({ permitId });
    expect(granted).toMatchObject({ state: 'granted', grantedBy: [{ kind: 'person', userId: 'legal' }] });
    const redeemed = await gate.redeem({ permitId, call: mail(), requester });
    expect(redeemed).toMatchObject({ ok: true, changed: false, idempotencyKey: `permit:${permitId}` });
    expect(await gate.redeem({ permitId, call: mail(), requester })).toMatchObject({
      ok: false,
      why: 'spent',
    });
    expect(await gate.outcome({ permitId, requester, ok: true })).toEqual({ recorded: true });
    expect(await gate.outcome({ permitId, requester, ok: true })).toEqual({ recorded: false });
    const { history, refusals } = await gate.get({ permitId });
    expect(history.map((it) => it.type)).toEqual(['requested', 'granted', 'spent', 'outcome']);
    expect(refusals).toBe(1);
  });

  test('rejected: the run completes, and grants nothing', async () => {
    kit = await gateKit();
    const asked = await kit.ask(mail());
    await kit.answer(asked, { decision: 'reject' });
    expect(await kit.gate.get({ permitId: asked.permitId })).toMatchObject({
      state: 'denied',
      code: 'rejected',
    });
  });

  test('amended: the amended call comes back', async () => {
    kit = await gateKit();
    const { gate, ask, answer } = kit;
    const asked = await ask(mail());
    const { permitId, digest } = asked;
    const amended = await gate.amend({ permitId, ifDigest: digest, args: { to: 'b' }, actorId: 'legal' });
    expect(amended).toMatchObject({ revision: 2, call: { args: { to: 'b' } }, state: 'pending' });
    await answer(amended);
    const redeemed = await gate.redeem({ permitId, call: mail(), requester });
    expect(redeemed).toMatchObject({ ok: true, changed: true, call: { args: { to: 'b' } } });
  });
});

test('a permit that is asked for again is the same one; another digest takes its place', async () => {
  kit = await gateKit();
  const ref = refOf();
  const first = await kit.ask(mail(), { ref });
  expect((await kit.ask(mail(), { ref })).permitId).toBe(first.permitId);
  const second = await kit.ask(mail({ n: 2 }), { ref });
  expect(await kit.gate.get({ permitId: first.permitId })).toMatchObject({
    state: 'revoked',
    code: 'replaced',
  });
  const run = await kit.engine.executions.get({ executionId: first.executionId! });
  expect(run.status).toBe('cancelled');
  expect((await kit.ask(mail(), { ref })).permitId).toBe(first.permitId);
  expect(await kit.gate.get({ permitId: second.permitId })).toMatchObject({ state: 'pending' });
});

test('get waits for an answer', async () => {
  kit = await gateKit();
  const asked = await kit.ask(mail());
  const waits = kit.gate.get({ permitId: asked.permitId, waitMs: 60_000 });
  await kit.answer(asked);
  expect((await waits).state).toBe('granted');
});

test('a standing grant answers instead of people', async () => {
  const grantable = { maxUses: 2, maxMs: 60_000 };
  kit = await gateKit({ rules: [asks('mail.send', { grantable })] }, {}, [guarded()]);
  const { gate, clock, ask } = kit;
  const grant = await gate.grants.create({
    ...{
      requester,
      tool: 'mail.send',
      target: null,
      match: { to: { eq: 'a@example.com' }, n: { between: [1, 2] } },
    },
    ...{ maxUses: 1, expiresAt: clock.now() + 1_000, createdBy: 'legal' },
  });
  expect(await ask(mail())).toMatchObject({
    state: 'granted',
    grantedBy: [{ kind: 'grant', grantId: grant.grantId }],
  });
  expect(await ask(mail())).toMatchObject({ state: 'pending' });
});
