import { describe, expect, test } from 'vitest';
import { type EngineOptions, LIMITS } from '../index.js';
import {
  CONTEXT,
  ManualAgent,
  Run,
  agent,
  blocking,
  edge,
  human,
  onStatus,
  rejectTo,
} from '../test-support/run.js';

const deferring: Partial<EngineOptions> = { agents: { it: () => ({ deferred: true }) } };
const workflow = (more: object = {}) => ({
  nodes: [agent('a', 'it', more), agent('next'), agent('repair')],
  edges: [
    edge('a', 'next'),
    edge('a', 'repair', onStatus('failed')),
    edge('a', 'repair', onStatus('breached')),
  ],
});
const FAILED_PRECONDITION = { status: 'FAILED_PRECONDITION' };

describe('an agent that responds later (contract section 8)', () => {
  test('keeps its step running, and is not called again', async () => {
    const it = new ManualAgent();
    const run = await Run.start(workflow(), { agents: { it: it.call } });
    it.respond({ deferred: true });
    await run.drain();
    await run.advance(1_000_000);
    expect(await run.statuses()).toEqual(['a running']);
    expect(it.calls).toHaveLength(1);
    await run.check();
  });

  test('has passed when the callback says completed', async () => {
    const run = await Run.start(workflow(), deferring);
    await run.advance(2_000);
    const result = await run.callBack('a', 'completed', { output: { score: 7 } });
    expect(result).toMatchObject({ executionId: run.executionId, stepId: 'step_a' });
    expect((await run.step('a')).output).toEqual({
      score: 7,
      agentExecutionStatus: 'passed',
      agentResultsSummary: null,
      resolvedUrl: CONTEXT['url'],
      agentDurationMs: 2_000,
    });
    expect(await run.statuses()).toEqual(['a completed', 'next completed']);
    await run.ended('completed');
  });

  test('decides nothing by its callback', async () => {
    const run = await Run.start(workflow(), deferring);
    const output = { decision: 'reject', approved: false, agentExecutionStatus: 'not-passed', note: 'x' };
    await run.callBack('a', 'completed', { output });
    const step = await run.step('a');
    expect(step.output).toMatchObject({ note: 'x', agentExecutionStatus: 'passed' });
    expect(step.output).not.toHaveProperty('decision');
    expect(step.output).not.toHaveProperty('approved');
    expect(await run.count('next')).toBe(1);
  });

  test('fails without a retry when the callback says failed', async () => {
    const it = new ManualAgent();
    const run = await Run.start(workflow(), { agents: { it: it.call } });
    it.respond({ deferred: true });
    await run.drain();
    await run.callBack('a', 'failed', { error: 'the model is gone' });
    await run.advance(1_000_000);
    expect(it.calls).toHaveLength(1);
    expect(await run.step('a')).toMatchObject({
      status: 'failed',
      attempt: 1,
      error: { message: 'the model is gone' },
    });
    expect(await run.count('repair')).toBe(1);
    await run.ended('completed');
  });

  test('waits until its SLA', async () => {
    const run = await Run.start(workflow({ slaMs: 60_000 }), deferring);
    await run.advance(60_000);
    expect(await run.statuses()).toEqual(['a breached', 'repair completed']);
  });

  test('waits until agentMaxRuntimeMs', async () => {
    const run = await Run.start(workflow({ agentMaxRuntimeMs: 60_000 }), deferring);
    await run.advance(59_999);
    expect(await run.statuses()).toEqual(['a running']);
    await run.advance(1);
    expect(await run.statuses()).toEqual(['a failed', 'repair completed']);
    expect((await run.step('a')).error).toMatchObject({ code: 'agent-timeout' });
  });

  test('may have a callback that comes before the function returns', async () => {
    const it = new ManualAgent();
    const run = await Run.start(workflow(), { agents: { it: it.call } });
    await run.callBack('a', 'completed', { output: { early: true } });
    it.respond({ deferred: true });
    await run.drain();
    expect((await run.step('a')).output).toMatchObject({ early: true });
    await run.ended('completed');
  });

  test('a blocking one waits for resolutions then', async () => {
    const nodes = [blocking('a', 'it')];
    const run = await Run.start({ nodes, edges: [] }, deferring);
    await run.callBack('a', 'completed', { output: { text: 'x' } });
    expect(await run.step('a')).toMatchObject({ status: 'waiting', output: { text: 'x' } });
    await run.resolveFinding('a', 'r', 'success');
    expect((await run.step('a')).output).toMatchObject({ decision: 'approve', text: 'x' });
    await run.ended('completed');
  });
});

describe('a callback is refused', () => {
  const endings: [string, (run: Run) => Promise<unknown>][] = [
    ['completed', (run) => run.callBack('a', 'completed')],
    ['failed', (run) => run.callBack('a', 'failed')],
    ['cancelled', (run) => run.cancelStep('a')],
    ['breached', (run) => run.advance(60_000)],
  ];
  test.each(endings)('by a step that is %s', async (status, end) => {
    const run = await Run.start(workflow({ slaMs: 60_000 }), deferring);
    await end(run);
    expect((await run.step('a')).status).toBe(status);
    const before = await run.record();
    await expect(run.callBack('a', 'completed', { output: { late: true } })).rejects.toMatchObject(
      FAILED_PRECONDITION,
    );
    expect(await run.record()).toEqual(before);
  });

  test('by a step that has not begun, and by one that waits', async () => {
    const pending = await Run.start(workflow(), { ...deferring, jobs: { run: false } });
    await expect(pending.callBack('a', 'completed')).rejects.toMatchObject(FAILED_PRECONDITION);
    const waiting = await Run.start({ nodes: [blocking('a')], edges: [] });
    await expect(waiting.callBack('a', 'completed')).rejects.toMatchObject(FAILED_PRECONDITION);
  });

  test('by a human step', async () => {
    const nodes = [human('h', 'ann', rejectTo('x')), agent('x')];
    const run = await Run.start({ nodes, edges: [] });
    await expect(run.callBack('h', 'completed')).rejects.toMatchObject(FAILED_PRECONDITION);
  });

  test('by a step that is not there', async () => {
    const run = await Run.start(workflow(), deferring);
    const { executionId } = run;
    const refused = run.engine.steps.completeDeferred({ executionId, stepId: 'step_b', status: 'completed' });
    await expect(refused).rejects.toMatchObject({ status: 'NOT_FOUND' });
  });

  test('with an output that is too large; the step goes on', async () => {
    const run = await Run.start(workflow(), deferring);
    const output = { text: 'x'.repeat(LIMITS.payloadBytes) };
    await expect(run.callBack('a', 'completed', { output })).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
    });
    expect(await run.statuses()).toEqual(['a running']);
  });
});
