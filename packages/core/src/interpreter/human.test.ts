import { describe, expect, test } from 'vitest';
import type { ApprovalError } from '../index.js';
import { type Reviewer, Run, agent, edge, human, onStatus, rejectTo } from '../test-support/run.js';

const SLA = { slaMs: 60_000 };
const optional = (userId: string): Reviewer => ({ userId, mandatory: false });
/** `review` by the given people, and an agent behind each of its endings. */
const review = (reviewers: Reviewer[], more: object = {}) => ({
  nodes: [
    human('review', reviewers, { ...rejectTo('rework'), ...more }),
    agent('next'),
    agent('rework'),
    agent('late'),
  ],
  edges: [edge('review', 'next'), edge('review', 'late', onStatus('breached'))],
});
const start = (reviewers: Reviewer[], more: object = {}) => Run.start(review(reviewers, more));

const PENDING = { recorded: true, aggregatorStatus: 'pending', resumeScheduled: false };
const RESOLVED = { recorded: true, aggregatorStatus: 'resolved', resumeScheduled: true };
const replay = (aggregatorStatus: string) => ({
  recorded: false,
  aggregatorStatus,
  resumeScheduled: false,
  rejectionReason: 'idempotent',
});

describe('when a human step resolves (contract section 7)', () => {
  type Vote = [reviewer: string, decision: 'approve' | 'reject', result: object];
  const table: [string, Reviewer[], Vote[], string][] = [
    ['its only reviewer approves', ['ann'], [['ann', 'approve', RESOLVED]], 'next'],
    ['its only reviewer rejects', ['ann'], [['ann', 'reject', RESOLVED]], 'rework'],
    [
      'every mandatory reviewer approves',
      ['ann', 'bob'],
      [
        ['bob', 'approve', PENDING],
        ['ann', 'approve', RESOLVED],
      ],
      'next',
    ],
    [
      'one of several mandatory reviewers rejects',
      ['ann', 'bob', 'cay'],
      [
        ['ann', 'approve', PENDING],
        ['cay', 'reject', RESOLVED],
      ],
      'rework',
    ],
    [
      'the mandatory ones approve, all others are silent',
      ['ann', optional('zoe')],
      [['ann', 'approve', RESOLVED]],
      'next',
    ],
    [
      'an optional one approves, and then the mandatory one',
      ['ann', optional('zoe')],
      [
        ['zoe', 'approve', PENDING],
        ['ann', 'approve', RESOLVED],
      ],
      'next',
    ],
    ['an optional one rejects', ['ann', optional('zoe')], [['zoe', 'reject', RESOLVED]], 'rework'],
  ];
  test.each(table)('%s', async (_, reviewers, votes, reached) => {
    const run = await start(reviewers);
    for (const [reviewer, decision, result] of votes) {
      expect((await run.step('review')).status).toBe('waiting');
      expect(await run.decide('review', reviewer, decision)).toEqual(result);
    }
    expect(await run.statuses()).toEqual(['review completed', `${reached} completed`]);
    await run.ended('completed');
  });

  test('optional reviewers alone resolve nothing', async () => {
    const run = await start(['ann', optional('yan'), optional('zoe')]);
    await run.decide('review', 'yan', 'approve');
    await run.decide('review', 'zoe', 'approve');
    expect(await run.statuses()).toEqual(['review waiting']);
  });
});

describe('a decision that comes again', () => {
  const endings: [string, (run: Run) => Promise<unknown>, string, string][] = [
    ['while the step waits', () => Promise.resolve(), 'waiting', 'pending'],
    ['after it resolved', (run) => run.decide('review', 'bob', 'approve'), 'completed', 'resolved'],
    ['after others rejected it', (run) => run.decide('review', 'bob', 'reject'), 'completed', 'resolved'],
    ['after it was forced', (run) => run.resolve('review', 'force-approve'), 'completed', 'resolved'],
    ['after it was breached', (run) => run.advance(60_000), 'breached', 'pending'],
    ['after it was failed', (run) => run.resolve('review', 'force-fail'), 'failed', 'pending'],
    ['after it was cancelled', (run) => run.cancelStep('review'), 'cancelled', 'pending'],
    ['after the run was cancelled', (run) => run.cancel(), 'cancelled', 'pending'],
  ];
  test.each(endings)('%s', async (_, end, status, aggregatorStatus) => {
    const run = await start(['ann', 'bob'], SLA);
    await run.decide('review', 'ann', 'approve', 'first');
    await end(run);
    const before = await run.record();
    expect((await run.step('review')).status).toBe(status);

    expect(await run.decide('review', 'ann', 'approve', 'second')).toEqual(replay(aggregatorStatus));
    const other = run.decide('review', 'ann', 'reject');
    await expect(other).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { recordedDecision: 'approve' },
    });
    expect(await run.record()).toEqual(before);
  });

  test('a rejection is replayed like an approval', async () => {
    const run = await start(['ann', 'bob']);
    expect(await run.decide('review', 'ann', 'reject')).toEqual(RESOLVED);
    expect(await run.decide('review', 'ann', 'reject')).toEqual(replay('resolved'));
    await expect(run.decide('review', 'ann', 'approve')).rejects.toMatchObject({
      details: { recordedDecision: 'reject' },
    });
  });

  test('from two calls at once is recorded once', async () => {
    const run = await start(['ann']);
    const results = await Promise.all([
      run.decide('review', 'ann', 'approve'),
      run.decide('review', 'ann', 'approve'),
    ]);
    expect(results).toContainEqual(RESOLVED);
    expect(results).toContainEqual(replay('resolved'));
    expect(await run.count('next')).toBe(1);
  });
});

describe('refusals, in this order', () => {
  const workflow = {
    nodes: [human('review', ['ann', 'bob'], rejectTo('check')), agent('check')],
    edges: [edge('review', 'check')],
  };
  const ids = (run: Run) => ({ executionId: run.executionId, stepId: 'step_review', reviewerId: 'ann' });
  type Request = Partial<ReturnType<typeof ids>> & { decision?: 'approve' | 'reject' };
  const table: [string, Request, ApprovalError['status']][] = [
    ['an unknown execution', { executionId: 'exec_0', reviewerId: 'eve' }, 'NOT_FOUND'],
    ['an unknown step', { stepId: 'step_none', reviewerId: 'eve' }, 'NOT_FOUND'],
    [
      'an agent step, also for a stranger',
      { stepId: 'step_review__to__check', reviewerId: 'eve' },
      'FAILED_PRECONDITION',
    ],
    ['a stranger', { reviewerId: 'eve' }, 'PERMISSION_DENIED'],
    ['a reviewer with another spelling', { reviewerId: 'Ann' }, 'PERMISSION_DENIED'],
    ['the other decision of a reviewer', { decision: 'approve' }, 'FAILED_PRECONDITION'],
    ['a reviewer who comes too late', { reviewerId: 'bob' }, 'FAILED_PRECONDITION'],
  ];
  test.each(table)('%s, after the end', async (_, request, status) => {
    const run = await Run.start(workflow);
    await run.decide('review', 'ann', 'reject');
    const before = await run.record();
    const refused = run.engine.steps.recordReviewerDecision({ ...ids(run), decision: 'reject', ...request });
    await expect(refused).rejects.toMatchObject({ status });
    expect(await run.record()).toEqual(before);
  });

  test('a stranger, while the step waits: nothing is stored', async () => {
    const run = await Run.start(workflow);
    const before = await run.record();
    await expect(run.decide('review', 'eve', 'reject')).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
    });
    expect(await run.record()).toEqual(before);
    expect(await run.statuses()).toEqual(['review waiting']);
  });

  test('a reviewer of another node', async () => {
    const run = await Run.start({
      ...workflow,
      nodes: [...workflow.nodes, human('b', 'eve', rejectTo('check'))],
    });
    await expect(run.decide('review', 'eve', 'approve')).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
    });
  });

  test.each([['breached'], ['cancelled']])('a step that is %s', async (status) => {
    const run = await start(['ann', 'bob'], SLA);
    await (status === 'breached' ? run.advance(60_000) : run.cancelStep('review'));
    expect((await run.step('review')).status).toBe(status);
    await expect(run.decide('review', 'bob', 'approve')).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });
});

describe('the deadline', () => {
  test('a decision is accepted until the breach is recorded, also past dueAt', async () => {
    const run = await Run.start(review(['ann'], SLA), { jobs: { run: false } });
    await run.advance(60_001);
    expect((await run.step('review')).dueAt).toBeLessThan(run.now());
    expect(await run.decide('review', 'ann', 'approve')).toEqual(RESOLVED);
  });

  test('counts from the creation of the step', async () => {
    const run = await Run.start({
      nodes: [
        human('first', 'ann', rejectTo('next')),
        human('review', 'bob', { ...rejectTo('next'), ...SLA }),
        agent('next'),
      ],
      edges: [edge('first', 'review'), edge('review', 'next', onStatus('breached'))],
    });
    await run.advance(30_000);
    await run.decide('first', 'ann', 'approve');
    expect((await run.step('review')).dueAt).toBe(run.now() + 60_000);
    await run.advance(59_999);
    expect((await run.step('review')).status).toBe('waiting');
    await run.advance(1);
    expect((await run.step('review')).status).toBe('breached');
  });
});
