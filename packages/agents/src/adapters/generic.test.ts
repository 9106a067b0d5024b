import { overriding } from '@org/approval-testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerOf, guard } from './generic.js';
import { mails } from './test-support/mails.js';

interface Mail extends Record<string, string> {
  to: string;
}
const ANN: Mail = { to: 'ann@example.com' };

let set: Awaited<ReturnType<typeof mails>>;
let sent: { mail: Mail; idempotencyKey: string }[];
beforeEach(async () => {
  set = await mails();
  sent = [];
});
afterEach(() => set.stop());

const guarded = (gate = set.gate, waitMs = 0) =>
  guard(
    gate,
    (mail: Mail, { idempotencyKey }) => {
      sent.push({ mail, idempotencyKey });
      return `sent to ${mail.to}`;
    },
    {
      name: 'send_mail',
      requester: { principal: 'assistant' },
      ref: (_mail, callId: string) => ({ framework: 'test', runId: 'run-1', callId }),
      waitMs,
    },
  );

test('asks once, executes once, and says so', async () => {
  const send = guarded();
  expect(await send(ANN, 'call-1')).toMatchObject({ executed: false, refused: { why: 'pending' } });
  expect(await send(ANN, 'call-1')).toMatchObject({ executed: false, refused: { why: 'pending' } });
  expect(await set.pending()).toHaveLength(1);
  const { permitId } = await set.answer('approve');
  expect(await send(ANN, 'call-1')).toMatchObject({
    executed: true,
    ok: true,
    result: 'sent to ann@example.com',
  });
  expect(sent).toEqual([{ mail: ANN, idempotencyKey: `permit:${permitId}` }]);
  const again = await send(ANN, 'call-1');
  expect(answerOf(again)).toEqual({
    approval: {
      permitId,
      executed: false,
      message: 'Not executed again: it was executed before, successfully.',
    },
  });
  expect(sent).toHaveLength(1);
});

test('waits for the decision for `waitMs`', async () => {
  const calling = guarded(set.gate, 60_000)(ANN, 'call-1');
  await vi.waitFor(async () => expect(await set.pending()).toHaveLength(1));
  await set.answer('approve');
  expect(await calling).toMatchObject({ executed: true, ok: true });
});

test('other arguments are another question, and the first one is taken back', async () => {
  const send = guarded();
  const first = await send(ANN, 'call-1');
  await send({ to: 'eve@example.com' }, 'call-1');
  await set.answer('approve');
  expect(await send(ANN, 'call-1')).toMatchObject({
    executed: false,
    permit: { permitId: first.permit.permitId, state: 'revoked' },
    message: 'Not executed: the request was taken back: another call took its place.',
  });
  expect(sent).toEqual([]);
});

test('the tool gets the approved arguments, frozen, never those that were held', async () => {
  const send = guarded();
  await send(ANN, 'call-1');
  const [permit] = await set.pending();
  const { permitId, digest } = permit!;
  await set.gate.amend({ permitId, ifDigest: digest, args: { to: 'boss@example.com' }, actorId: 'ann' });
  await set.answer('approve');
  const ran = await send(ANN, 'call-1');
  expect(answerOf(ran)).toMatchObject({
    approval: { executed: true, arguments: { to: 'boss@example.com' } },
    result: 'sent to boss@example.com',
  });
  expect(Object.isFrozen(sent[0]?.mail)).toBe(true);
});

test('an error of the tool is its outcome, and `answerOf` throws it', async () => {
  const failing = guard(set.gate, () => Promise.reject(new Error('no server')), {
    name: 'send_mail',
    requester: () => ({ principal: 'assistant' }),
    ref: () => ({ framework: 'test', runId: 'run-1', callId: 'call-1' }),
  });
  await failing({}, undefined);
  const { permitId } = await set.answer('approve');
  const ran = await failing({}, undefined);
  expect(ran).toMatchObject({ executed: true, ok: false });
  expect(() => answerOf(ran)).toThrow('no server');
  expect(await set.gate.get({ permitId })).toMatchObject({ outcome: { ok: false, error: 'no server' } });
  expect(await failing({}, undefined)).toMatchObject({
    message: 'Not executed again: it was executed before, and failed: no server.',
  });
});

test.each<[string, unknown, string]>([
  ['text that a store cannot hold', new Error('read \0\ud800 of 5'), 'read \ufffd of 5'],
  ['what has no text', Object.create(null), 'an error without a text'],
  ['an error whose message is none', Object.assign(new Error(), { message: 7 }), 'an error without a text'],
])('the outcome is recorded where a tool throws %s', async (_, thrown, error) => {
  const fails = guard(set.gate, () => Promise.reject(thrown as Error), {
    name: 'send_mail',
    requester: { principal: 'assistant' },
    ref: () => ({ framework: 'test', runId: 'run-1', callId: 'call-1' }),
  });
  await fails(ANN, undefined);
  const { permitId } = await set.answer('approve');
  expect(await fails(ANN, undefined)).toMatchObject({ executed: true, ok: false, error: thrown });
  expect(await set.gate.get({ permitId })).toMatchObject({ outcome: { ok: false, error } });
});

test('a report that gets lost does not lose the result: the outcome stays unknown', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const deaf = overriding(set.gate, { outcome: () => Promise.reject(new Error('no store')) });
  await guarded()(ANN, 'call-1');
  const { permitId } = await set.answer('approve');
  expect(await guarded(deaf)(ANN, 'call-1')).toMatchObject({ executed: true, ok: true });
  expect(warned).toHaveBeenCalledWith(expect.stringContaining(`permit ${permitId}`));
  expect(await set.gate.list({ outcome: 'unknown' })).toMatchObject({ items: [{ permitId }] });
  warned.mockRestore();
  expect(await guarded()(ANN, 'call-1')).toMatchObject({
    message: expect.stringContaining('whether it finished is not known') as string,
  });
});

test('approved, but not carried out in time: not executed', async () => {
  const send = guarded();
  await send(ANN, 'call-1');
  await set.answer('approve');
  await set.advance(16 * 60_000);
  expect(await send(ANN, 'call-1')).toMatchObject({
    message: 'Not executed: it was approved, but not carried out before the approval ran out.',
  });
  expect(sent).toEqual([]);
});
