import { describe, expect, test } from 'vitest';
import type { ApprovalError } from '../index.js';
import type { ResolveStepRequest } from '../views.js';
import {
  Run,
  agent,
  blocking,
  edge,
  human,
  onDecision,
  onStatus,
  rejectTo,
  webhook,
} from '../test-support/run.js';

type Action = ResolveStepRequest['action'];
const ACTIONS: Action[] = [
  'force-approve',
  'force-reject',
  'force-complete',
  'force-fail',
  'reviewer-approve',
  'reviewer-reject',
];
const options = {
  agents: { slow: () => ({ deferred: true }) as const, broken: () => Promise.reject(new Error('no')) },
};
const OTHERS = ['success', 'approved', 'rejected', 'failed', 'breached'];
/** The node `it`, and one node behind each of its endings. */
const workflow = (node: ReturnType<typeof agent>) => ({
  nodes: [node, ...OTHERS.map((name) => agent(name))],
  edges: [
    edge('it', 'success'),
    edge('it', 'approved', onDecision('approve')),
    edge('it', 'rejected', onDecision('reject')),
    edge('it', 'failed', onStatus('failed')),
    edge('it', 'breached', onStatus('breached')),
  ],
});
const PERSON = human('it', ['ann', 'bob'], { ...rejectTo('rejected'), slaMs: 60_000 });
const AGENT = blocking('it', '__mock__', { slaMs: 60_000 });
const start = (node = PERSON) => Run.start(workflow(node), options);
const reached = async (run: Run) => (await run.get()).steps.slice(1).map((it) => it.nodeId);

describe('steps/resolve on a waiting step (contract section 10)', () => {
  const F = 'FAILED_PRECONDITION';
  /** The status of the step afterwards and the nodes reached, or the refusal. */
  type Outcome = [status: string, reached: string[]] | ApprovalError['status'];
  const table: [string, ReturnType<typeof agent>, Record<Action, Outcome>][] = [
    [
      'a human step',
      PERSON,
      {
        'force-approve': ['completed', ['success', 'approved']],
        'force-reject': ['completed', ['rejected']],
        'force-complete': ['completed', ['success']],
        'force-fail': ['failed', ['failed']],
        'reviewer-approve': ['waiting', []],
        'reviewer-reject': ['completed', ['rejected']],
      },
    ],
    [
      'a blocking agent',
      AGENT,
      {
        'force-approve': F,
        'force-reject': F,
        'force-complete': ['completed', ['success']],
        'force-fail': ['failed', ['failed']],
        'reviewer-approve': F,
        'reviewer-reject': F,
      },
    ],
  ];
  const cases = table.flatMap(([name, node, outcomes]) =>
    ACTIONS.map((action) => [action, name, node, outcomes[action]] as const),
  );
  test.each(cases)('%s on %s', async (action, _, node, outcome) => {
    const run = await start(node);
    const before = await run.record();
    const result = run.resolve('it', action, { actorId: 'ann' });
    if (typeof outcome === 'string') {
      await expect(result).rejects.toMatchObject({ status: outcome });
      expect(await run.record()).toEqual(before);
      return;
    }
    const [status, nodes] = outcome;
    expect(await result).toEqual({
      resolved: status !== 'waiting',
      executionId: run.executionId,
      stepId: 'step_it',
      action,
      status,
    });
    expect(await run.step('it')).toMatchObject({ status, overridden: action.startsWith('force-') });
    expect(await reached(run)).toEqual(nodes);
    await (status === 'waiting' ? run.check() : run.ended('completed'));
  });
});

describe('steps/resolve on a step that is not waiting', () => {
  const once = { retry: { maximumAttempts: 1 } };
  const nothing = () => Promise.resolve();
  const table: [string, () => Promise<Run>, (run: Run) => Promise<unknown>][] = [
    ['pending', () => Run.start(workflow(agent('it')), { jobs: { run: false } }), nothing],
    ['running', () => start(blocking('it', 'slow')), nothing],
    ['running', () => start(agent('it', 'slow')), nothing],
    ['completed', () => start(agent('it')), nothing],
    ['completed', () => start(), (run) => run.decide('it', 'ann', 'reject')],
    ['completed', () => start(AGENT), (run) => run.resolveFinding('it', 'r', 'success')],
    ['failed', () => start(agent('it', 'broken', once)), nothing],
    ['failed', () => start(), (run) => run.resolve('it', 'force-fail')],
    ['breached', () => start(), (run) => run.advance(60_000)],
    ['breached', () => start(AGENT), (run) => run.advance(60_000)],
    ['cancelled', () => start(), (run) => run.cancelStep('it')],
    ['cancelled', () => start(), (run) => run.cancel()],
    ['skipped', () => Run.start(workflow(webhook('it'))), nothing],
  ];
  test.each(table)('%s: every action is refused', async (status, begin, end) => {
    const run = await begin();
    await end(run);
    expect((await run.step('it')).status).toBe(status);
    const before = await run.record();
    for (const action of ACTIONS) {
      const refused = run.resolve('it', action, { actorId: 'ann' });
      await expect(refused).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    }
    expect(await run.record()).toEqual(before);
  });

  test.each(ACTIONS)('%s on what is not there', async (action) => {
    const run = await start();
    const { executionId } = run;
    const request = { executionId, stepId: 'step_it', action, actorId: 'ann' };
    for (const unknown of [{ stepId: 'step_none' }, { executionId: 'exec_0' }]) {
      const refused = run.engine.steps.resolve({ ...request, ...unknown });
      await expect(refused).rejects.toMatchObject({ status: 'NOT_FOUND' });
    }
  });
});

describe('what a forced step says', () => {
  const given = { output: { note: 'x', decision: 'reject', approved: 'maybe' }, reason: 'because' };
  const DECISIONS: [Action, object][] = [
    ['force-approve', { decision: 'approve', approved: true }],
    [
      'force-reject',
      {
        decision: 'reject',
        approved: false,
        rejectedBy: 'ops',
        rejectorMandatory: true,
        rejectionReason: 'because',
      },
    ],
    ['force-complete', {}],
  ];
  test.each(DECISIONS)(
    '%s: decision and approved come from the action, the rest passes',
    async (action, says) => {
      const run = await start();
      await run.decide('it', 'ann', 'approve');
      const at = run.now();
      await run.resolve('it', action, given);
      const { output } = await run.step('it');
      expect(output).toEqual({
        reviewers: [
          { userId: 'ann', mandatory: true },
          { userId: 'bob', mandatory: true },
        ],
        reviewerEmails: [],
        commentBody: 'Please review (it).',
        aggregatorStatus: 'resolved',
        approveCount: 1,
        rejectCount: 0,
        totalResponses: 1,
        mandatoryCount: 2,
        mandatoryApproveCount: 1,
        decisions: [{ reviewerId: 'ann', decision: 'approve', reason: null, recordedAt: at }],
        resumedAt: at,
        note: 'x',
        ...says,
      });
    },
  );

  test('force-complete on a blocking agent: what it gave stays, and nothing is decided', async () => {
    const run = await start(AGENT);
    await run.resolve('it', 'force-complete', given);
    const { output } = await run.step('it');
    expect(output).toMatchObject({ note: 'x', agentExecutionStatus: 'passed' });
    expect(output).not.toHaveProperty('decision');
    expect(output).not.toHaveProperty('approved');
  });

  test.each([
    ['a human step', PERSON],
    ['a blocking agent', AGENT],
  ])('force-fail on %s: the error, and no decision', async (_, node) => {
    const run = await start(node);
    await run.resolve('it', 'force-fail', given);
    const { output, error } = await run.step('it');
    expect(error).toMatchObject({ code: 'force-failed' });
    expect(output).not.toHaveProperty('decision');
    expect(output).not.toHaveProperty('approved');
    const [failed] = await run.ofType('step.failed');
    expect(failed?.data).toMatchObject({ nodeId: 'it', error: { code: 'force-failed' }, attempt: 1 });
  });

  // Section 10: "`decision` and `approved` always come from the action, never from the caller's
  // `output`; its other keys pass through", so that a recovery edge can read them.
  test('force-fail: the other keys of the output pass through', async () => {
    const run = await start();
    await run.resolve('it', 'force-fail', given);
    expect((await run.step('it')).output).toMatchObject({ note: 'x' });
  });

  test('force-fail without a recovery edge fails the run', async () => {
    const nodes = [human('it', 'ann', rejectTo('x')), agent('x')];
    const run = await Run.start({ nodes, edges: [edge('it', 'x')] });
    await run.resolve('it', 'force-fail');
    await run.ended('failed', 'step-failed');
  });

  const forced: [Action, ReturnType<typeof agent>][] = [
    ['force-approve', PERSON],
    ['force-reject', PERSON],
    ['force-complete', PERSON],
    ['force-fail', PERSON],
    ['force-complete', AGENT],
    ['force-fail', AGENT],
  ];
  test.each(forced)('%s: an internal event keeps actor, action and reason', async (action, node) => {
    const run = await start(node);
    await run.resolve('it', action, { actorId: 'root', reason: 'because' });
    const overridden = await run.ofType('step.overridden');
    expect(overridden).toMatchObject([
      { stepId: 'step_it', data: { actorId: 'root', action, reason: 'because' } },
    ]);
    expect(await run.types()).not.toContain('step.overridden');
  });
});

describe('reviewer-approve and reviewer-reject', () => {
  test('record the decision of the actor as their own, and override nothing', async () => {
    const run = await start();
    expect(await run.resolve('it', 'reviewer-approve', { actorId: 'ann', reason: 'by phone' })).toMatchObject(
      {
        resolved: false,
        status: 'waiting',
      },
    );
    const { output, overridden } = await run.step('it');
    expect(overridden).toBe(false);
    expect(output).toMatchObject({
      aggregatorStatus: 'pending',
      decisions: [{ reviewerId: 'ann', decision: 'approve', reason: 'by phone' }],
    });
    expect(await run.resolve('it', 'reviewer-approve', { actorId: 'bob' })).toMatchObject({
      resolved: true,
      status: 'completed',
    });
    expect((await run.step('it')).output).toMatchObject({ decision: 'approve', approveCount: 2 });
    expect(await run.ofType('step.overridden')).toEqual([]);
  });

  test('a rejection names the reviewer, and whether they are mandatory', async () => {
    const reviewers = ['ann', { userId: 'zoe', mandatory: false }];
    const run = await start(human('it', reviewers, rejectTo('rejected')));
    await run.resolve('it', 'reviewer-reject', { actorId: 'zoe', reason: 'no' });
    expect((await run.step('it')).output).toMatchObject({
      decision: 'reject',
      rejectedBy: 'zoe',
      rejectorMandatory: false,
      rejectionReason: 'no',
    });
  });

  test('the same again is a replay, the other decision is refused', async () => {
    const run = await start();
    await run.resolve('it', 'reviewer-approve', { actorId: 'ann' });
    const before = await run.record();
    expect(await run.decide('it', 'ann', 'approve')).toMatchObject({ recorded: false });
    expect(await run.resolve('it', 'reviewer-approve', { actorId: 'ann' })).toMatchObject({
      resolved: false,
      status: 'waiting',
    });
    await expect(run.resolve('it', 'reviewer-reject', { actorId: 'ann' })).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { recordedDecision: 'approve' },
    });
    expect(await run.record()).toEqual(before);
  });

  test.each(['reviewer-approve', 'reviewer-reject'] as Action[])(
    '%s by a stranger is denied',
    async (action) => {
      const run = await start();
      const before = await run.record();
      await expect(run.resolve('it', action, { actorId: 'ops' })).rejects.toMatchObject({
        status: 'PERMISSION_DENIED',
      });
      expect(await run.record()).toEqual(before);
    },
  );

  test('decision and approved come from the action; the other keys of the output pass through', async () => {
    const run = await start();
    const output = { decision: 'approve', approved: true, decisions: [], ticket: 'T-1' };
    await run.resolve('it', 'reviewer-reject', { actorId: 'ann', output });
    expect((await run.step('it')).output).toMatchObject({
      decision: 'reject',
      approved: false,
      decisions: [{ reviewerId: 'ann', decision: 'reject' }],
      ticket: 'T-1',
    });
  });

  test('the output that counts is that of the decision that ends the step', async () => {
    const run = await start();
    await run.resolve('it', 'reviewer-approve', { actorId: 'ann', output: { first: 1 } });
    expect((await run.step('it')).output).not.toHaveProperty('first');
    await run.resolve('it', 'reviewer-approve', { actorId: 'bob', output: { second: 2 } });
    const { output } = await run.step('it');
    expect(output).toMatchObject({ decision: 'approve', second: 2 });
    expect(output).not.toHaveProperty('first');
  });
});

test.each(['force-delete', 'approve', ''])(
  'an action that does not exist (%j) is refused',
  async (action) => {
    const run = await start();
    await expect(run.resolve('it', action as Action)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
  },
);
