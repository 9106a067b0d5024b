/** One person, one id in the gate: a requester does not decide under another spelling. */
import { createTestEngine } from '@org/approval-testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryPermitStore } from '../store/memory.js';
import { asks, guarded, refOf, review } from '../test-support/gate.js';
import { createApprovalGate } from './gate.js';

const call = { tool: 'mail.send', args: { to: 'a' } };
const DAY_MS = 86_400_000;
let stop = async (): Promise<void> => {};
afterEach(() => stop());

/** `reviewers` are asked about calls; `boss@x.com` may give standing grants. */
async function kitOf(reviewers: readonly string[], normalizeUserId?: (userId: string) => string) {
  const { engine, drain, clock } = createTestEngine({
    ...(normalizeUserId !== undefined && { normalizeUserId }),
  });
  const rule = asks('mail.send', { grantable: { maxUses: 5, maxMs: DAY_MS, by: ['Boss@x.com'] } });
  const gate = createApprovalGate({
    ...{ engine, clock, store: createMemoryPermitStore() },
    policies: { rules: [rule] },
  });
  stop = async () => {
    await gate.stop();
    await engine.stop();
  };
  const [, ...others] = guarded().nodes;
  await engine.definitions.create(guarded('guarded', { nodes: [review('review', reviewers), ...others] }));
  const request = (principal: string) => gate.request({ call, ref: refOf(), requester: { principal } });
  const approve = async (
    permit: { executionId: string | null; digest: string },
    reviewerId: string,
    round = 1,
  ) => {
    await engine.steps.recordReviewerDecision({
      ...{ executionId: permit.executionId!, stepId: 'step_review', reviewerId, decision: 'approve' },
      ...{ subjectDigest: permit.digest, round },
    });
    await drain();
  };
  return { gate, clock, request, approve };
}

const lower = (userId: string): string => userId.trim().toLowerCase();

describe('normalizeUserId is applied at every door of the gate', () => {
  test('request, amend, get, list and redeem', async () => {
    const { gate, request, approve } = await kitOf(['legal'], lower);
    const asked = await request('Bot@x.com');
    expect(asked.requester.principal).toBe('bot@x.com');
    const { permitId, digest: ifDigest } = asked;
    const amended = await gate.amend({ permitId, ifDigest, args: { to: 'b' }, actorId: 'LEGAL' });
    await approve(amended, 'Legal ', 2);
    expect(await gate.get({ permitId })).toMatchObject({ state: 'granted' });
    const own = gate.forWorkspace('default', { userId: 'BOT@x.com', readsAs: 'BOT@x.com' });
    expect((await own.list({ principal: 'bot@X.com' })).items).toHaveLength(1);
    const requester = { principal: 'BOT@X.COM' };
    expect(await gate.redeem({ permitId, call, requester })).toMatchObject({ ok: true, changed: true });
  });

  test('standing grants, and the people of a rule', async () => {
    const { gate, clock } = await kitOf(['legal'], lower);
    const grant = await gate.grants.create({
      ...{ requester: { principal: 'Bot' }, tool: 'mail.send', target: null, match: {}, maxUses: 1 },
      ...{ expiresAt: clock.now() + 1_000, createdBy: 'BOSS@x.com' },
    });
    expect(grant).toMatchObject({ requester: { principal: 'bot' }, createdBy: 'boss@x.com' });
  });
});

describe('who asked does not decide under an id that differs by', () => {
  test.each([
    ['case', 'BOT@x.com'],
    ['width', '\uff42ot@x.com'],
    ['a space', 'bot@x.com '],
    ['an invisible character', 'bot\u200b@x.com'],
  ])('%s', async (_, other) => {
    const { gate, clock, request, approve } = await kitOf([other]);
    const asked = await request('bot@x.com');
    const { permitId, digest: ifDigest } = asked;
    await expect(gate.amend({ permitId, ifDigest, args: { to: 'b' }, actorId: other })).rejects.toMatchObject(
      { status: 'PERMISSION_DENIED' },
    );
    await approve(asked, other);
    expect(await gate.get({ permitId })).toMatchObject({ state: 'denied', code: 'self-approved' });
    const grant = gate.grants.create({
      ...{ requester: { principal: 'bot@x.com' }, tool: 'mail.send', target: null, match: {}, maxUses: 1 },
      ...{ expiresAt: clock.now() + 1_000, createdBy: other },
    });
    await expect(grant).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
      message: expect.stringContaining('cannot grant its own calls') as string,
    });
  });
});
