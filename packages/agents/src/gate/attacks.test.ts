/** Attacks: executing more than was approved, and blocking approvals. */
import { ApprovalError } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { readCall } from '../call/call.js';
import { type GateKit, asks, gateKit, guarded, refOf, tree } from '../test-support/gate.js';
import type { GateOptions } from '../gate-options.js';

const requester = { principal: 'bot' };
const pay = (amount: number) => ({ tool: 'pay', args: { amount } });
const mail = (to = 'a@example.com') => ({ tool: 'mail.send', args: { to } });
let kit: GateKit;
afterEach(() => kit.stop());

const amount = (max: number) => tree('lte', { var: 'call.args.amount' }, max);

describe('a standing grant', () => {
  const small = { maxUses: 5, maxMs: 60_000, by: ['ann'] };
  const grant = (match: object, more: object = {}) =>
    kit.gate.grants.create({
      ...{ requester, tool: 'pay', target: null, match, maxUses: 5, createdBy: 'ann' },
      expiresAt: kit.clock.now() + 60_000,
      ...more,
    } as never);

  test.each([
    ['trusts other people', { ...small, by: ['boss'] }],
    ['trusts it fewer times', { ...small, maxUses: 4 }],
    ['trusts it less long', { ...small, maxMs: 59_999 }],
  ])('made under one rule does not answer for another that %s', async (_, large) => {
    kit = await gateKit({
      rules: [asks('pay', { when: amount(100), grantable: small }), asks('pay', { grantable: large })],
    });
    await grant({ amount: { between: [0, 10_000] } });
    expect(await kit.ask(pay(5))).toMatchObject({ state: 'granted' });
    expect(await kit.ask(pay(5_000))).toMatchObject({ state: 'pending' });
  });

  test('taken back after its permit expired: expired it stays', async () => {
    kit = await gateKit({ rules: [asks('pay', { grantable: small, grantMs: 1_000 })] });
    const { grantId } = await grant({ amount: { eq: 5 } });
    const { permitId, expiresAt } = await kit.ask(pay(5));
    await kit.advance(expiresAt - kit.clock.now());
    await kit.gate.grants.revoke({ grantId, actorId: 'ann' });
    expect(await kit.gate.get({ permitId })).toMatchObject({ state: 'expired', endedAt: expiresAt });
  });
});

/** An engine whose answer to `reviseSubject` is what becomes of it here. */
const revising = (engine: GateOptions['engine'], around: (go: () => Promise<unknown>) => Promise<unknown>) =>
  overriding(engine, {
    forWorkspace: (workspaceId: string) => {
      const on = engine.forWorkspace(workspaceId);
      const reviseSubject = (request: never) => around(() => on.executions.reviseSubject(request));
      return overriding(on, {
        executions: overriding(on.executions, { reviseSubject: reviseSubject as never }),
      });
    },
  });

describe('two people amend a call at once', () => {
  test('one of them does, and what people approve then is granted', async () => {
    kit = await gateKit();
    const { permitId, digest } = await kit.ask(mail());
    const second = kit.gate;
    const said: unknown[] = [];
    const first = kit.another({
      engine: revising(kit.engine, async (go) => {
        const amends = second.amend({ permitId, ifDigest: digest, args: { to: 'c' }, actorId: 'legal' });
        said.push(await amends.catch((error: unknown) => error));
        return go();
      }),
    });
    const amended = await first.amend({ permitId, ifDigest: digest, args: { to: 'b' }, actorId: 'legal' });
    expect(said).toMatchObject([{ status: 'FAILED_PRECONDITION', details: { code: 'digest-changed' } }]);
    await kit.answer(amended);
    expect(await kit.gate.redeem({ permitId, call: mail(), requester })).toMatchObject({
      ...{ ok: true, changed: true, call: { args: { to: 'b' } } },
    });
  });

  test('the run was revised, and its answer is lost: the next reader promotes the call', async () => {
    kit = await gateKit();
    const { permitId, digest } = await kit.ask(mail());
    const deaf = kit.another({
      engine: revising(kit.engine, async (go) => {
        await go();
        throw new ApprovalError('UNAVAILABLE', 'the answer is lost');
      }),
    });
    const amends = deaf.amend({ permitId, ifDigest: digest, args: { to: 'b' }, actorId: 'legal' });
    await expect(amends).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    const permit = await kit.gate.get({ permitId });
    expect(permit).toMatchObject({ state: 'pending', revision: 2, call: { args: { to: 'b' } } });
  });
});

test('amended and granted, but not settled yet: it is redeemed in a transaction of the host', async () => {
  kit = await gateKit();
  const asked = await kit.ask(mail());
  const { permitId, digest } = asked;
  const deaf = kit.another({
    engine: revising(kit.engine, async (go) => {
      await go();
      throw new ApprovalError('UNAVAILABLE', 'the answer is lost');
    }),
  });
  const amends = deaf.amend({ permitId, ifDigest: digest, args: { to: 'b' }, actorId: 'legal' });
  await expect(amends).rejects.toMatchObject({ status: 'UNAVAILABLE' });
  // The processes end before they look again; people approve the revised run.
  await deaf.stop();
  await kit.gate.stop();
  const { call, digest: amended } = readCall({ ...mail(), args: { to: 'b' } }, 'call');
  await kit.answer({ ...asked, digest: amended });
  const { store } = kit.options;
  const gate = kit.another({ store: overriding(store, { inTransaction: () => store }) });
  expect(
    await gate.withTransaction(null as never).redeem({ permitId, call: mail(), requester }),
  ).toMatchObject({ ok: true, changed: true, call });
});

test('it expires between the look and the spending: it is not spent', async () => {
  kit = await gateKit({ rules: [{ tool: 'pay', do: 'allow' }] }, { grantMs: 1_000 });
  const { permitId, expiresAt } = await kit.ask(pay(5));
  let looks = 0;
  // The clock is looked at once to settle the permit, and again to spend it.
  const clock = overriding(kit.clock, { now: () => (looks++ === 0 ? expiresAt - 1 : expiresAt) });
  const gate = kit.another({ clock });
  looks = 0;
  expect(await gate.redeem({ permitId, call: pay(5), requester })).toMatchObject({
    ...{ ok: false, why: 'expired' },
  });
});

test('redeem races revoke: one of them wins, and never both', async () => {
  kit = await gateKit({ rules: [{ tool: 'pay', do: 'allow' }] });
  for (let round = 0; round < 20; round++) {
    const { permitId } = await kit.ask(pay(round), { ref: refOf() });
    const redeems = () => kit.gate.redeem({ permitId, call: pay(round), requester });
    const revokes = () =>
      kit.gate.revoke({ permitId, actorId: 'ops' }).then(
        () => true,
        () => false,
      );
    const both = round % 2 === 0 ? [redeems(), revokes()] : [revokes(), redeems()];
    const done = (await Promise.all<unknown>(both)).map((it) =>
      typeof it === 'object' ? (it as { ok: boolean }).ok : it,
    );
    expect(done.filter((it) => it === true)).toHaveLength(1);
  }
});

test('what is kept does not change with what a caller does to a view of redacted arguments', async () => {
  kit = await gateKit(undefined, { tools: { 'mail.send': { redact: ['/args/to/name'] } } });
  const args = { to: { name: 'Ann', list: ['a'] }, n: 1 };
  const { permitId } = await kit.ask({ tool: 'mail.send', args });
  const shown = (await kit.gate.get({ permitId })).call.args as unknown as typeof args;
  const changes = [
    () => (shown.n = 2),
    () => (shown.to.name = 'Eve'),
    () => (shown.to.list = []),
    () => shown.to.list.push('c'),
  ];
  for (const change of changes) expect(change).toThrow(TypeError);
  const { call } = await kit.gate.get({ permitId });
  expect(call.args).toEqual({ to: { name: '[hidden]', list: ['a'] }, n: 1 });
});

test('redacted values are in nothing that is kept, announced or shown', async () => {
  const secret = 'hunter2-4111';
  const tools = { 'mail.send': { redact: ['/args/card', '/args/to/name'] } };
  const logged: unknown[] = [];
  const log = (...line: unknown[]) => logged.push(line);
  kit = await gateKit(undefined, { tools, logger: { warn: log, error: log } }, [guarded()]);
  const call = { tool: 'mail.send', args: { card: secret, to: { name: secret, at: 'x' } } };
  const announced: unknown[] = [];
  kit.gate.on('permit', (permit) => void announced.push(permit));
  kit.engine.on('event', (event) => void announced.push(event));
  const asked = await kit.ask(call);
  const run = await kit.engine.executions.get({ executionId: asked.executionId! });
  await kit.answer(asked);
  const { permitId } = asked;
  const other = { ...call, args: { card: `${secret}!`, to: { name: `${secret}?`, at: 'y' } } };
  const refusal = await kit.gate.redeem({ permitId, call: other, requester });
  expect(refusal).toMatchObject({ ok: false, why: 'mismatch', difference: ['/args/to/at'] });
  const listed = await kit.gate.list();
  expect(JSON.stringify([asked, run, refusal, listed, announced, logged])).not.toContain(secret);
  expect(JSON.stringify(asked.call)).toContain('[hidden]');
  expect(await kit.gate.redeem({ permitId, call, requester })).toMatchObject({ ok: true, call });
});

test.each<[string, (secret: string) => unknown]>([
  [
    'throws',
    (secret) => {
      throw new Error(`"${secret}" is not a card`);
    },
  ],
  ['gives other arguments back', (secret) => ({ card: `${secret}!` })],
  ['throws later', (secret) => Promise.reject(new Error(secret))],
])('a check that %s: of redacted values nothing is in its error, its log or its events', async (_, check) => {
  const secret = 'hunter2-4111';
  const logged: unknown[] = [];
  const log = (...line: unknown[]) => logged.push(line.map(everyWordOf));
  const validate = ({ card, ok }: { card?: unknown; ok?: unknown }) => ok === true || check(String(card));
  const tools = { 'mail.send': { redact: ['/args/card'], validate } };
  kit = await gateKit(undefined, { tools, logger: { warn: log, error: log } });
  kit.gate.on('permit', (permit) => void logged.push(permit));
  const refusal = {
    ...{ status: 'INVALID_ARGUMENT' },
    details: { issues: [{ path: 'call.args', message: expect.stringContaining('hidden') as string }] },
  };
  const said = [];
  const asked = { call: { tool: 'mail.send', args: { card: secret } }, ref: refOf(), requester };
  const [failed] = await kit.gate.requestBatch({ items: [asked] });
  expect(failed).toMatchObject({ error: refusal });
  said.push((failed as { error: unknown }).error);
  said.push(await kit.gate.request(asked).catch((error: unknown) => error));
  // An amendment may bring the value as well.
  const { permitId, digest } = await kit.ask({ tool: 'mail.send', args: { ok: true } });
  const amendment = { permitId, ifDigest: digest, args: { card: secret }, actorId: 'legal' };
  said.push(await kit.gate.amend(amendment).catch((error: unknown) => error));
  expect(said).toMatchObject([refusal, refusal, { status: 'FAILED_PRECONDITION' }]);
  expect(JSON.stringify([said.map(everyWordOf), logged])).not.toContain(secret);
});

test('what a check says is passed on where nothing is hidden', async () => {
  const validate = () => {
    throw new Error('give a whole address');
  };
  kit = await gateKit(undefined, { tools: { 'mail.send': { validate } } });
  await expect(kit.ask(mail())).rejects.toThrow('give a whole address');
});

/** An error's message, stack and causes as well, which JSON leaves out. */
const everyWordOf = (it: unknown): string => `${inspect(it, { depth: 10 })} ${JSON.stringify(it)}`;
