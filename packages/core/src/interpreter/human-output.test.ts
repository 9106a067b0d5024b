import { describe, expect, test } from 'vitest';
import { type Reviewer, Run, agent, edge, human, onStatus, rejectTo } from '../test-support/run.js';

const REVIEWERS: Reviewer[] = [
  { userId: 'ann', mandatory: true },
  { userId: 'bob', mandatory: true },
  { userId: 'zoe', mandatory: false },
];
const MORE = { commentBody: 'Please look.', reviewerEmails: ['ann@example.com'] };
/** `review` by two mandatory reviewers and an optional one, due after a minute. */
const start = () =>
  Run.start({
    nodes: [
      human('review', REVIEWERS, { ...rejectTo('rework'), ...MORE, slaMs: 60_000 }),
      agent('rework'),
      agent('late'),
    ],
    edges: [edge('review', 'late', onStatus('breached'))],
  });
const declared = { reviewers: REVIEWERS, ...MORE, mandatoryCount: 2 };

/** Ann approves at once, a second later comes what `then` does. */
const annFirst = async (then: (run: Run) => Promise<unknown>) => {
  const run = await start();
  const at = run.now();
  await run.decide('review', 'ann', 'approve', 'fine');
  await run.advance(1_000);
  await then(run);
  const byAnn = { reviewerId: 'ann', decision: 'approve', reason: 'fine', recordedAt: at };
  return { run, byAnn, output: (await run.step('review')).output };
};

describe('the output of a human step (contract section 7)', () => {
  test('before anybody decided', async () => {
    const run = await start();
    expect((await run.step('review')).output).toEqual({
      ...declared,
      aggregatorStatus: 'pending',
      approveCount: 0,
      rejectCount: 0,
      totalResponses: 0,
      mandatoryApproveCount: 0,
      decisions: [],
    });
  });

  test('of what its author left out', async () => {
    const reviewers = [{ userId: 'ann', mandatory: true }];
    const run = await Run.start({
      nodes: [
        { nodeId: 'review', type: 'human', config: { reviewers, ...rejectTo('rework') } },
        agent('rework'),
      ],
      edges: [],
    });
    expect((await run.step('review')).output).toMatchObject({ commentBody: null, reviewerEmails: [] });
  });

  const SO_FAR = {
    ...declared,
    aggregatorStatus: 'pending',
    approveCount: 1,
    rejectCount: 0,
    totalResponses: 1,
    mandatoryApproveCount: 1,
  };
  const undecided: [string, string, (run: Run) => Promise<unknown>][] = [
    ['while it waits', 'waiting', () => Promise.resolve()],
    ['after a breach', 'breached', (run) => run.advance(60_000)],
    ['after a cancel', 'cancelled', (run) => run.cancelStep('review')],
    ['after a cancel of the run', 'cancelled', (run) => run.cancel()],
  ];
  test.each(undecided)('%s: what was recorded so far, without a decision', async (_, status, end) => {
    const { run, byAnn, output } = await annFirst(end);
    expect((await run.step('review')).status).toBe(status);
    expect(output).toEqual({ ...SO_FAR, decisions: [byAnn] });
  });

  test('after an approval', async () => {
    const { run, byAnn, output } = await annFirst((it) => it.decide('review', 'bob', 'approve'));
    const byBob = { reviewerId: 'bob', decision: 'approve', reason: null, recordedAt: run.now() };
    expect(output).toEqual({
      ...declared,
      decision: 'approve',
      approved: true,
      aggregatorStatus: 'resolved',
      approveCount: 2,
      rejectCount: 0,
      totalResponses: 2,
      mandatoryApproveCount: 2,
      decisions: [byAnn, byBob],
      resumedAt: run.now(),
    });
  });

  test.each([
    ['bob', true, 'no'],
    ['zoe', false, undefined],
  ])('after a rejection by %s', async (reviewerId, mandatory, reason) => {
    const { run, byAnn, output } = await annFirst((it) => it.decide('review', reviewerId, 'reject', reason));
    const rejection = { reviewerId, decision: 'reject', reason: reason ?? null, recordedAt: run.now() };
    expect(output).toEqual({
      ...declared,
      decision: 'reject',
      approved: false,
      aggregatorStatus: 'resolved',
      approveCount: 1,
      rejectCount: 1,
      totalResponses: 2,
      mandatoryApproveCount: 1,
      decisions: [byAnn, rejection],
      resumedAt: run.now(),
      rejectedBy: reviewerId,
      rejectorMandatory: mandatory,
      rejectionReason: reason ?? null,
    });
  });

  test('approvals of optional reviewers count as responses only', async () => {
    const run = await start();
    await run.decide('review', 'zoe', 'approve');
    expect((await run.step('review')).output).toMatchObject({
      approveCount: 1,
      totalResponses: 1,
      mandatoryApproveCount: 0,
    });
  });

  test('goes to the node behind it as a part of its input', async () => {
    const { run, output } = await annFirst((it) => it.decide('review', 'bob', 'reject'));
    expect((await run.step('rework')).input).toEqual({
      fromNodeId: 'review',
      fromStepId: 'step_review',
      output,
    });
  });
});
