/** A lost place with a veto, or one that a rule could count as a rejection, never helps. */
import { afterEach, describe, expect, test } from 'vitest';
import { type ApprovalEngine, createApprovalEngine, createMemoryStore } from '../../index.js';

const D1 = `sha256:${'1'.repeat(64)}`;
const D2 = `sha256:${'2'.repeat(64)}`;
let engine: ApprovalEngine;
afterEach(() => engine.stop());

/** `friend` has to approve; the others of the list are as given. Contributors lose their places. */
async function run(others: readonly object[], decisionRule?: object) {
  engine = createApprovalEngine({ store: createMemoryStore() });
  await engine.definitions.create({
    definitionId: 'change',
    name: 'Change',
    nodes: [
      {
        nodeId: 'review',
        type: 'human',
        config: {
          reviewers: [{ userId: 'friend', mandatory: true }, ...others],
          separation: { excludeContributors: true },
          onReject: { routeToNodeId: 'refused' },
          ...(decisionRule && { decisionRule }),
        },
      },
      { nodeId: 'refused', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [],
  } as never);
  const { executionId } = await engine.executions.dispatch({
    definitionId: 'change',
    subject: { digest: D1 },
    triggerContext: { url: 'https://example.com/' },
  });
  const at = { executionId, stepId: 'step_review' };
  const answer = (reviewerId: string, decision: 'approve' | 'reject', round: number) =>
    engine.steps.recordReviewerDecision({ ...at, reviewerId, decision, round });
  return {
    evict: (contributorId: string, actorId = 'eve') =>
      engine.executions.reviseSubject({
        ...{ executionId, subject: { digest: D2 }, ifDigest: D1, actorId, contributorId },
      }),
    answer,
    approve: (reviewerId: string, round: number) => answer(reviewerId, 'approve', round),
    step: async () => (await engine.executions.get({ executionId })).steps[0],
  };
}

const COUNT = { kind: 'count', approvals: 1 };

test.each<[string, object[], object | undefined]>([
  ['of a person', [{ userId: 'ciso', mandatory: false, veto: true }], COUNT],
  ['of a member of a pool', [{ pool: { users: ['ciso', 'deputy'] }, veto: true }], COUNT],
  ['where the entries alone say', [{ userId: 'ciso', mandatory: false, veto: true }], undefined],
])('a lost place with a veto, %s: the step fails, and is not approved', async (_, others, rule) => {
  const it = await run(others, rule);
  await it.evict('ciso');
  expect(await it.step()).toMatchObject({ status: 'failed', error: { code: 'reviewers-insufficient' } });
  await expect(it.approve('friend', 2)).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
});

describe('lost places under a rule that counts rejections', () => {
  const twoReject = { kind: 'count', approvals: 1, rejections: 2 };
  const peers = ['cay', 'dan'].map((userId) => ({ userId, mandatory: false }));

  test('as many as could have rejected the step: it fails, and is not approved', async () => {
    const it = await run(peers, twoReject);
    await it.evict('cay', 'dan');
    expect(await it.step()).toMatchObject({ status: 'failed', error: { code: 'reviewers-insufficient' } });
  });

  test('one less: the rejection of another fails it, and without one it is approved', async () => {
    const rejected = await run(peers, twoReject);
    await rejected.evict('cay');
    await rejected.answer('dan', 'reject', 2);
    expect(await rejected.step()).toMatchObject({ status: 'completed', output: { decision: 'reject' } });
    await engine.stop();
    const approved = await run(peers, twoReject);
    await approved.evict('cay');
    expect((await approved.approve('friend', 2)).aggregatorStatus).toBe('resolved');
  });
});

describe('what goes on as before', () => {
  test('a lost place without a veto leaves a count within reach', async () => {
    const it = await run([{ userId: 'peer', mandatory: false }], COUNT);
    await it.evict('peer');
    expect((await it.step())?.status).toBe('waiting');
    expect((await it.approve('friend', 2)).aggregatorStatus).toBe('resolved');
  });

  test('a veto of a reviewer who keeps the place', async () => {
    const it = await run(
      [
        { userId: 'ciso', mandatory: false, veto: true },
        { userId: 'peer', mandatory: false },
      ],
      COUNT,
    );
    await it.evict('peer');
    expect((await it.approve('friend', 2)).aggregatorStatus).toBe('resolved');
  });
});
