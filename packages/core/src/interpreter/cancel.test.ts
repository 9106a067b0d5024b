import { describe, expect, test } from 'vitest';
import { op, variable, when } from '../expression/build.js';
import {
  ManualAgent,
  Run,
  agent,
  blocking,
  edge,
  human,
  onStatus,
  rejectTo,
  webhook,
} from '../test-support/run.js';

const person = (nodeId: string, more: object = {}) =>
  human(nodeId, nodeId, { ...rejectTo('other'), ...more });
/** `a`, what follows it in every way, and `b` beside it. */
const workflow = (a: ReturnType<typeof agent> = person('a')) => ({
  nodes: [a, agent('next'), agent('other'), person('b')],
  edges: [edge('a', 'next'), ...['failed', 'breached'].map((it) => edge('a', 'other', onStatus(it)))],
});
const slow = { agents: { slow: () => ({ deferred: true }) as const } };

describe('steps/cancel (contract section 10)', () => {
  const open: [string, ReturnType<typeof agent>, object][] = [
    ['waiting', person('a'), {}],
    ['waiting', blocking('a'), {}],
    ['running', agent('a', 'slow'), slow],
    ['pending', agent('a'), { jobs: { run: false } }],
  ];
  test.each(open)('a step that is %s', async (status, node, options) => {
    const run = await Run.start(workflow(node), options);
    expect((await run.step('a')).status).toBe(status);
    const result = await run.cancelStep('a');
    expect(result).toEqual({ cancelled: true, executionId: run.executionId, stepId: 'step_a' });
    expect(await run.step('a')).toMatchObject({ status: 'cancelled', completedAt: run.now(), error: null });
    const cancelled = await run.ofType('step.cancelled');
    expect(cancelled.map((it) => [it.stepId, it.data])).toEqual([
      ['step_a', { nodeId: 'a', actorId: 'ops', reason: 'away' }],
    ]);
    // It fires nothing, and what stands beside it goes on.
    expect(await run.statuses()).toEqual(['a cancelled', 'b waiting']);
    await run.check();
  });

  test('it fires no edge, under any condition', async () => {
    const { nodes } = workflow();
    const run = await Run.start({
      nodes,
      edges: [edge('a', 'next', when(op('ne', variable('step.status'), 'completed')))],
    });
    await run.cancelStep('a');
    expect(await run.statuses()).toEqual(['a cancelled', 'b waiting']);
  });

  const ended: [string, ReturnType<typeof agent>, (run: Run) => Promise<unknown>][] = [
    ['completed', person('a'), (run) => run.decide('a', 'a', 'approve')],
    ['skipped', webhook('a'), () => Promise.resolve()],
    ['failed', person('a'), (run) => run.resolve('a', 'force-fail')],
    ['breached', person('a', { slaMs: 1_000 }), (run) => run.advance(1_000)],
    ['cancelled', person('a'), (run) => run.cancelStep('a')],
    ['cancelled', person('a'), (run) => run.cancel()],
  ];
  test.each(ended)('a step that is %s is refused', async (status, node, end) => {
    const run = await Run.start(workflow(node));
    await end(run);
    expect((await run.step('a')).status).toBe(status);
    const before = await run.record();
    await expect(run.cancelStep('a')).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(await run.record()).toEqual(before);
  });

  test('what is not there', async () => {
    const run = await Run.start(workflow());
    const request = { executionId: run.executionId, stepId: 'step_a', actorId: 'ops' };
    for (const unknown of [{ stepId: 'step_none' }, { executionId: 'exec_0' }]) {
      const refused = run.engine.steps.cancel({ ...request, ...unknown });
      await expect(refused).rejects.toMatchObject({ status: 'NOT_FOUND' });
    }
  });

  test('without a reason there is none', async () => {
    const run = await Run.start(workflow());
    await run.engine.steps.cancel({ executionId: run.executionId, stepId: 'step_a', actorId: 'ops' });
    const [cancelled] = await run.ofType('step.cancelled');
    expect(cancelled?.data).toEqual({ nodeId: 'a', actorId: 'ops', reason: null });
  });

  test.each([
    ['a reason', { reason: 'x'.repeat(501) }],
    ['an actor', { actorId: 'x'.repeat(257) }],
    ['no actor', { actorId: '' }],
  ])('%s of the wrong length is refused', async (_, request) => {
    const run = await Run.start(workflow());
    const base = { executionId: run.executionId, stepId: 'step_a', actorId: 'ops' };
    const refused = run.engine.steps.cancel({ ...base, ...request });
    await expect(refused).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
  });

  test('a cancelled step is breached no more', async () => {
    const run = await Run.start(workflow(person('a', { slaMs: 1_000 })));
    await run.cancelStep('a');
    await run.advance(2_000);
    expect(await run.statuses()).toEqual(['a cancelled', 'b waiting']);
    await run.check();
  });
});

describe('a run whose steps were cancelled (contract section 9)', () => {
  test('all of them: it is cancelled', async () => {
    const run = await Run.start(workflow());
    await run.cancelStep('a');
    expect((await run.get()).status).toBe('running');
    expect(await run.during(() => run.cancelStep('b'))).toEqual([
      'step.cancelled step_b',
      'execution.cancelled',
    ]);
    const [cancelled] = await run.ofType('execution.cancelled');
    expect(cancelled?.data).toEqual({ reason: 'all-steps-cancelled' });
    expect(await run.get()).toMatchObject({ cancelledAt: run.now(), failureReason: null });
    await run.ended('cancelled');
  });

  test('also before any of them began', async () => {
    const nodes = [agent('a'), agent('b')];
    const run = await Run.start({ nodes, edges: [] }, { jobs: { run: false } });
    expect(await run.get()).toMatchObject({ status: 'pending', startedAt: null });
    await run.cancelStep('b');
    await run.cancelStep('a');
    await run.ended('cancelled');
  });

  const others: [string, ReturnType<typeof agent>, (run: Run) => Promise<unknown>][] = [
    ['completed', person('a'), (run) => run.decide('a', 'a', 'approve')],
    ['skipped', webhook('a'), () => Promise.resolve()],
    ['failed, and recovered', person('a'), (run) => run.resolve('a', 'force-fail')],
    ['breached, and recovered', person('a', { slaMs: 1_000 }), (run) => run.advance(1_000)],
  ];
  test.each(others)('all but one that %s: it is completed', async (_, node, end) => {
    const run = await Run.start(workflow(node));
    await end(run);
    await run.cancelStep('b');
    await run.ended('completed');
  });
});

describe('executions/cancel (contract section 10)', () => {
  test('cancels what is open, in the order of creation, and then the run', async () => {
    const it = new ManualAgent();
    const nodes = [person('b'), agent('done'), agent('a', 'it'), blocking('c'), agent('other')];
    const run = await Run.start({ nodes, edges: [edge('done', 'c')] }, { agents: { it: it.call } });
    await run.advance(500);
    expect(await run.during(() => run.cancel('no longer needed'))).toEqual([
      'step.cancelled step_b',
      'step.cancelled step_a',
      'step.cancelled step_done__to__c',
      'execution.cancelled',
    ]);
    const by = { actorId: 'system:execution', reason: 'execution-cancelled' };
    const cancelled = await run.ofType('step.cancelled');
    expect(cancelled.map((event) => event.data)).toEqual(
      ['b', 'a', 'c'].map((nodeId) => ({ nodeId, ...by })),
    );
    const [end] = await run.ofType('execution.cancelled');
    expect(end?.data).toEqual({ reason: 'no longer needed' });
    expect(await run.get()).toMatchObject({
      status: 'cancelled',
      cancelledAt: run.now(),
      failureReason: null,
    });
    expect(it.calls[0]?.signal.aborted).toBe(true);
    await run.ended('cancelled');
  });

  test('without a reason there is none', async () => {
    const run = await Run.start(workflow());
    await run.cancel();
    const [end] = await run.ofType('execution.cancelled');
    expect(end?.data).toEqual({ reason: null });
  });

  test('a run that has not begun', async () => {
    const run = await Run.start({ nodes: [agent('a')], edges: [] }, { jobs: { run: false } });
    expect((await run.get()).status).toBe('pending');
    await run.cancel();
    await run.ended('cancelled');
  });

  const cancelled: [string, (run: Run) => Promise<unknown>][] = [
    ['as a whole', (run) => run.cancel('first')],
    [
      'step by step',
      async (run) => {
        await run.cancelStep('a');
        await run.cancelStep('b');
      },
    ],
  ];
  test.each(cancelled)(
    'again, after it was cancelled %s, has the same result and changes nothing',
    async (_, end) => {
      const run = await Run.start(workflow());
      await end(run);
      const before = await run.record();
      const result = await run.cancel('second');
      expect(result).toEqual({ cancelled: true, executionId: run.executionId });
      expect(await run.record()).toEqual(before);
      await run.ended('cancelled');
    },
  );

  test('of a completed run is refused', async () => {
    const run = await Run.start({ nodes: [agent('a')], edges: [] });
    await run.ended('completed');
    await expect(run.cancel()).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    await run.ended('completed');
  });

  test('of a failed run is refused', async () => {
    const run = await Run.start({ nodes: [blocking('a')], edges: [] });
    await run.resolve('a', 'force-fail');
    await expect(run.cancel()).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    await run.ended('failed', 'step-failed');
  });

  test('of an unknown run is not found', async () => {
    const run = await Run.start(workflow());
    const refused = run.engine.executions.cancel({ executionId: 'exec_0' });
    await expect(refused).rejects.toMatchObject({ status: 'NOT_FOUND' });
  });

  test('with a reason that is too long is refused', async () => {
    const run = await Run.start(workflow());
    await expect(run.cancel('x'.repeat(501))).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
    expect((await run.get()).status).toBe('running');
  });
});
