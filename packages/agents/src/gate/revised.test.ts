/**
 * A run whose subject was revised past the gate grants nothing, even if it is about the permit's
 * call again.
 */
import { afterEach, expect, test } from 'vitest';
import { type GateKit, gateKit, guarded, review } from '../test-support/gate.js';

const D2 = `sha256:${'2'.repeat(64)}`;
const call = { tool: 'mail.send', args: { to: 'a' } };
const requester = { principal: 'bot' };
let kit: GateKit;
afterEach(() => kit.stop());

/** `legal` has to approve, `ciso` may reject. */
async function asking() {
  const [, ...others] = guarded().nodes;
  const reviewers = [
    { userId: 'legal', mandatory: true },
    { userId: 'peer', mandatory: false },
  ];
  const separation = { excludeContributors: true };
  const nodes = [review('review', [], { reviewers, separation }), ...others];
  kit = await gateKit(undefined, {}, [guarded('guarded', { nodes })]);
  const asked = await kit.ask(call);
  const revise = (to: string, from: string, more: object = {}) =>
    kit.engine.executions.reviseSubject({
      ...{ executionId: asked.executionId!, subject: { digest: to }, ifDigest: from, actorId: 'eve' },
      ...more,
    });
  return { asked, revise };
}

test('away and back, with one who could have rejected as a contributor', async () => {
  const { asked, revise } = await asking();
  const { permitId, digest } = asked;
  await revise(D2, digest, { contributorId: 'peer' });
  await revise(digest, D2);
  await kit.answer(asked);
  expect(await kit.gate.get({ permitId })).toMatchObject({ state: 'denied', code: 'stale-approval' });
  expect(await kit.gate.redeem({ permitId, call, requester })).toMatchObject({ ok: false, why: 'denied' });
});

test('amended there and back by who is asked: it is granted', async () => {
  const { asked } = await asking();
  const { permitId, digest: ifDigest } = asked;
  const there = await kit.gate.amend({ permitId, ifDigest, args: { to: 'b' }, actorId: 'peer' });
  await kit.answer(there);
  expect(await kit.gate.redeem({ permitId, call, requester })).toMatchObject({ ok: true, changed: true });
});
