/** Values that count as hidden. */
import { afterEach, expect, test } from 'vitest';
import { type GateKit, gateKit } from '../test-support/gate.js';

const requester = { principal: 'bot' };
let kit: GateKit;
afterEach(() => kit.stop());

test('a redacted null is a value like others; a missing target is not', async () => {
  const tools = { 'mail.send': { redact: ['/args/card', '/target'] } };
  kit = await gateKit(undefined, { tools });
  const call = { tool: 'mail.send', args: { card: null } };
  const asked = await kit.ask(call);
  expect(asked.call).toEqual({ tool: 'mail.send', args: { card: '[hidden]' }, target: null });
  const { permitId, digest } = asked;
  await expect(
    kit.gate.amend({ permitId, ifDigest: digest, args: { card: 1 }, actorId: 'legal' }),
  ).rejects.toMatchObject({ details: { code: 'redacted' } });
  await kit.answer(asked);
  const other = { ...call, target: 'x' };
  expect(await kit.gate.redeem({ permitId, call: other, requester })).toMatchObject({
    difference: ['/target'],
  });
  expect(await kit.gate.redeem({ permitId, call, requester })).toMatchObject({ ok: true, call });
});
