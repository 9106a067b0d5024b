/** A veto is not taken away by taking its holder's place away. */
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
  return {
    evict: (contributorId: string) =>
      engine.executions.reviseSubject({
        ...{ executionId, subject: { digest: D2 }, ifDigest: D1, actorId: 'eve', contributorId },
      }),
    approve: (reviewerId: string, round: number) =>
      engine.steps.recordReviewerDecision({ ...at, reviewerId, decision: 'approve', round }),
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
