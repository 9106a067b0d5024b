import { describe, expect, test } from 'vitest';
import type { AgentFunction, AgentRequest } from '../index.js';
import { ManualAgent, Run, agent, edge, human, onStatus, rejectTo } from '../test-support/run.js';

const HOUR = 3_600_000;
/** A run of the node `a`, and the times of its calls since the start. */
const watched = async (behave: AgentFunction, more: object = {}, edges = [edge('a', 'next')]) => {
  const calls: AgentRequest[] = [];
  const times: number[] = [];
  let now = () => 0;
  const it: AgentFunction = (request) => {
    calls.push(request);
    times.push(now());
    return behave(request);
  };
  const nodes = [agent('a', 'it', more), agent('next'), agent('repair')];
  const all = [...edges, edge('next', 'repair', onStatus('failed'))];
  const run = await Run.start({ nodes, edges: all }, { agents: { it } });
  const start = run.now();
  now = () => run.now();
  return { run, calls, times: () => times.map((it) => (it === 0 ? 0 : it - start)) };
};
const throwing: AgentFunction = () => Promise.reject(new Error('no response'));

describe('a throw is retried (contract section 8)', () => {
  const table: [string, object | undefined, number[]][] = [
    ['three times by default, after 1 s and 2 s', undefined, [0, 1_000, 3_000]],
    ['as often as it says', { maximumAttempts: 5 }, [0, 1_000, 3_000, 7_000, 15_000]],
    ['not at all', { maximumAttempts: 1 }, [0]],
    ['after its own interval', { initialIntervalMs: 250 }, [0, 250, 750]],
    [
      'with its own factor',
      { maximumAttempts: 4, initialIntervalMs: 100, backoffCoefficient: 3 },
      [0, 100, 400, 1_300],
    ],
    ['without growing', { backoffCoefficient: 1 }, [0, 1_000, 2_000]],
    [
      'never later than the maximum',
      { maximumAttempts: 4, maximumIntervalMs: 1_500 },
      [0, 1_000, 2_500, 4_000],
    ],
    [
      'never later than a minute by default',
      { maximumAttempts: 3, initialIntervalMs: 50_000 },
      [0, 50_000, 110_000],
    ],
  ];
  test.each(table)('%s', async (_, retry, expected) => {
    const { run, calls, times } = await watched(throwing, retry === undefined ? {} : { retry });
    await run.advance(HOUR);
    expect(times()).toEqual(expected);
    expect(calls.map((it) => it.attempt)).toEqual(expected.map((_, index) => index + 1));
    expect(await run.step('a')).toMatchObject({
      status: 'failed',
      attempt: expected.length,
      error: { code: 'agent-error', message: 'no response' },
    });
    const [failed, ...more] = await run.ofType('step.failed');
    expect(more).toEqual([]);
    expect(failed?.data.attempt).toBe(expected.length);
    await run.ended('failed', 'step-failed');
  });

  test('with the same idempotencyKey for all attempts, and another one for every step', async () => {
    const { run, calls } = await watched(throwing);
    await run.advance(HOUR);
    const other = new ManualAgent();
    const nodes = [agent('a', 'it'), agent('b', 'it')];
    await Run.start({ nodes, edges: [] }, { agents: { it: other.call } });
    const [first, second] = other.calls.map((it) => it.idempotencyKey);
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map((it) => it.idempotencyKey)).size).toBe(1);
    expect(first).not.toBe(second);
  });

  test('until it responds; the step is running all the time', async () => {
    const it = new ManualAgent();
    const { run } = await watched(it.call);
    it.fail('busy');
    await run.drain();
    expect(await run.step('a')).toMatchObject({ status: 'running', error: null });
    await run.advance(1_000);
    it.respond({ passed: true, summary: 'second' });
    await run.drain();
    const { status, attempt, output } = await run.step('a');
    expect({ status, attempt }).toEqual({ status: 'completed', attempt: 2 });
    expect(output).toMatchObject({ agentResultsSummary: 'second', agentDurationMs: 1_000 });
    expect(await run.types()).not.toContain('step.failed');
  });

  const throws: [string, () => never][] = [
    [
      'an error, before the first await',
      () => {
        throw new Error('sorry');
      },
    ],
    [
      'something that is not an error',
      () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- hosts do
        throw 'sorry';
      },
    ],
  ];
  test.each(throws)('%s', async (_, behave) => {
    const { run, calls } = await watched(behave);
    await run.advance(HOUR);
    expect(calls).toHaveLength(3);
    expect((await run.step('a')).error).toEqual({ code: 'agent-error', message: 'sorry' });
  });

  test('and a failure is routed only after the last attempt', async () => {
    const edges = [edge('a', 'next'), edge('a', 'repair', onStatus('failed'))];
    const { run } = await watched(throwing, {}, edges);
    expect(await run.statuses()).toEqual(['a running']);
    await run.advance(3_000);
    expect(await run.statuses()).toEqual(['a failed', 'repair completed']);
    await run.ended('completed');
  });
});

describe('requireNonEmptyOutput', () => {
  test('neither summary nor output is retried like a throw', async () => {
    const { run, times } = await watched(() => ({ passed: true }), { requireNonEmptyOutput: true });
    await run.advance(HOUR);
    expect(times()).toEqual([0, 1_000, 3_000]);
    expect((await run.step('a')).error).toMatchObject({ code: 'agent-output-empty' });
    await run.ended('failed', 'step-failed');
  });

  test('__mock__ passes all the same', async () => {
    const nodes = [agent('a', '__mock__', { requireNonEmptyOutput: true })];
    const run = await Run.start({ nodes, edges: [] });
    expect((await run.step('a')).status).toBe('completed');
  });

  test.each([
    ['a summary', true, { summary: 'done' }],
    ['an output', true, { output: { text: 'done' } }],
    ['neither, where it is not required', false, {}],
  ])('%s is enough', async (_, requireNonEmptyOutput, response) => {
    const { run } = await watched(() => ({ passed: true, ...response }), { requireNonEmptyOutput });
    expect((await run.step('a')).status).toBe('completed');
  });
});

describe('agentMaxRuntimeMs', () => {
  test('counts over all attempts, the time between them included', async () => {
    const { run, calls } = await watched(throwing, {
      agentMaxRuntimeMs: 2_500,
      retry: { maximumAttempts: 10 },
    });
    await run.advance(2_499);
    expect(await run.statuses()).toEqual(['a running']);
    await run.advance(1);
    expect(await run.step('a')).toMatchObject({ status: 'failed', error: { code: 'agent-timeout' } });
    await run.advance(HOUR);
    expect(calls).toHaveLength(2);
    await run.ended('failed', 'step-failed');
  });

  test('aborts the signal, and a later result is ignored', async () => {
    const it = new ManualAgent();
    const { run } = await watched(it.call, { agentMaxRuntimeMs: 1_000 });
    await run.advance(999);
    expect(it.calls[0]?.signal.aborted).toBe(false);
    await run.advance(1);
    expect(it.calls[0]?.signal.aborted).toBe(true);
    const before = await run.record();
    it.respond();
    await run.drain();
    expect(await run.record()).toEqual(before);
    expect(await run.step('a')).toMatchObject({ status: 'failed', output: null });
  });

  test('is half an hour by default', async () => {
    const { run } = await watched(new ManualAgent().call);
    await run.advance(HOUR / 2 - 1);
    expect((await run.step('a')).status).toBe('running');
    await run.advance(1);
    expect((await run.step('a')).error).toMatchObject({ code: 'agent-timeout' });
  });

  test('counts from startedAt, not from the creation of the step', async () => {
    const it = new ManualAgent();
    const nodes = [agent('first', 'it'), agent('a', 'it', { agentMaxRuntimeMs: 1_000 })];
    const run = await Run.start(
      { nodes, edges: [] },
      { agents: { it: it.call }, jobs: { agentConcurrency: 1 } },
    );
    expect(await run.statuses()).toEqual(['first running', 'a pending']);
    await run.advance(5_000);
    it.respond();
    await run.drain();
    expect((await run.step('a')).startedAt).toBe(run.now());
    await run.advance(999);
    expect((await run.step('a')).status).toBe('running');
    await run.advance(1);
    expect((await run.step('a')).error).toMatchObject({ code: 'agent-timeout' });
  });

  test('can be routed like any failure', async () => {
    const edges = [edge('a', 'repair', onStatus('failed')), edge('a', 'next')];
    const { run } = await watched(new ManualAgent().call, { agentMaxRuntimeMs: 1_000 }, edges);
    await run.advance(1_000);
    expect(await run.statuses()).toEqual(['a failed', 'repair completed']);
  });
});

describe('the signal is aborted, and a later result ignored', () => {
  const endings: [string, string, (run: Run) => Promise<unknown>][] = [
    ['on a breach', 'breached', (run) => run.advance(60_000)],
    ['on a cancel of the step', 'cancelled', (run) => run.cancelStep('a')],
    ['on a cancel of the run', 'cancelled', (run) => run.cancel()],
    ['when the run fails', 'cancelled', (run) => run.resolve('other', 'force-fail')],
  ];
  test.each(endings)('%s', async (_, status, end) => {
    const it = new ManualAgent();
    const nodes = [
      agent('a', 'it', { slaMs: 60_000 }),
      human('other', 'ann', rejectTo('late')),
      agent('late'),
    ];
    const edges = [edge('a', 'late', onStatus('breached'))];
    const run = await Run.start({ nodes, edges }, { agents: { it: it.call } });
    expect(it.calls[0]?.signal.aborted).toBe(false);
    await end(run);
    expect(it.calls[0]?.signal.aborted).toBe(true);
    it.respond({ passed: true, output: { late: true } });
    await run.drain();
    expect(await run.step('a')).toMatchObject({ status, output: null });
    await run.check();
  });

  // "Aborted when the step has ended otherwise" (ports/agents.ts); section 8 names the timeout.
  // After its own response it is not aborted: the agent might stop work that has succeeded.
  test('but not when it responded in time', async () => {
    const it = new ManualAgent();
    const { run } = await watched(it.call);
    it.respond();
    await run.drain();
    await run.ended('completed');
    expect(it.calls[0]?.signal.aborted).toBe(false);
  });

  test('and it is not called at all for a step that was breached before its turn came', async () => {
    const it = new ManualAgent();
    const nodes = [agent('first', 'it'), agent('a', 'it', { slaMs: 60_000 }), agent('late')];
    const edges = [edge('a', 'late', onStatus('breached'))];
    const run = await Run.start({ nodes, edges }, { agents: { it: it.call }, jobs: { agentConcurrency: 1 } });
    await run.advance(60_000);
    expect(await run.step('a')).toMatchObject({ status: 'breached', startedAt: null });
    it.respond();
    await run.drain();
    expect(it.calls.map((call) => call.nodeId)).toEqual(['first']);
    await run.ended('completed');
  });

  test('and it is not called again for a step that has ended', async () => {
    const { run, calls } = await watched(throwing);
    await run.cancelStep('a');
    await run.advance(HOUR);
    expect(calls).toHaveLength(1);
  });
});
