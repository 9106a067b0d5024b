import { describe, expect, test } from 'vitest';
import { type ApprovalError, type JsonObject, LIMITS } from '../index.js';
import {
  CONTEXT,
  ManualAgent,
  Run,
  agent,
  blocking,
  edge,
  human,
  onDecision,
  onStatus,
  rejectTo,
} from '../test-support/run.js';

type Response = { passed?: boolean; findings?: string[] | undefined; output?: JsonObject };
const findingsOf = (ids: string[]) => ids.map((findingId) => ({ findingId, text: `about ${findingId}` }));
const atLeast = (minCount: number) => ({ resolutionPolicy: { kind: 'minResolved', minCount } });

/** A run of the blocking node `a`; `yes` and `no` stand behind its decisions. */
const start = ({ passed = true, findings, output }: Response, more: object = {}) =>
  Run.start(
    {
      nodes: [blocking('a', 'it', more), agent('yes'), agent('no'), agent('late')],
      edges: [
        edge('a', 'yes', onDecision('approve')),
        edge('a', 'no', onDecision('reject')),
        edge('a', 'late', onStatus('breached')),
      ],
    },
    {
      agents: {
        it: () => ({
          passed,
          ...(findings !== undefined && { findings: findingsOf(findings) }),
          ...(output !== undefined && { output }),
        }),
      },
    },
  );

const PENDING = { recorded: true, aggregatorStatus: 'pending', resumeScheduled: false };
const RESOLVED = { recorded: true, aggregatorStatus: 'resolved', resumeScheduled: true };
const replay = (aggregatorStatus: string) => ({
  recorded: false,
  aggregatorStatus,
  resumeScheduled: false,
  rejectionReason: 'idempotent',
});

describe('when a blocking agent step is resolved, and how (contract section 8)', () => {
  type Votes = Record<string, 'success' | 'failure'>;
  const ok = 'success';
  const bad = 'failure';
  /** All but the last of the resolutions leave it waiting. */
  const table: [string, Response, object, Votes, 'approve' | 'reject'][] = [
    ['allResolved: the only finding', { findings: ['f1'] }, {}, { f1: ok }, 'approve'],
    ['allResolved: every finding', { findings: ['f1', 'f2'] }, {}, { f2: ok, f1: ok }, 'approve'],
    [
      'allResolved: a failure resolves a finding too',
      { findings: ['f1', 'f2'] },
      {},
      { f1: bad, f2: ok },
      'reject',
    ],
    ['allResolved: none declared, the first resolution', {}, {}, { any: ok }, 'approve'],
    ['allResolved: none declared, a failure', {}, {}, { any: bad }, 'reject'],
    ['allResolved: not passed', { passed: false, findings: ['f1'] }, {}, { f1: ok }, 'reject'],
    ['allResolved: not passed, none declared', { passed: false }, {}, { any: ok }, 'reject'],
    ['minResolved: 1 of 3', { findings: ['f1', 'f2', 'f3'] }, atLeast(1), { f3: ok }, 'approve'],
    ['minResolved: 2 of 3', { findings: ['f1', 'f2', 'f3'] }, atLeast(2), { f3: ok, f1: ok }, 'approve'],
    [
      'minResolved: a failure counts',
      { findings: ['f1', 'f2', 'f3'] },
      atLeast(2),
      { f3: ok, f1: bad },
      'reject',
    ],
    [
      'minResolved: more than there are',
      { findings: ['f1', 'f2'] },
      atLeast(9),
      { f1: ok, f2: ok },
      'approve',
    ],
    ['minResolved: none declared', {}, atLeast(2), { x: ok, y: ok }, 'approve'],
  ];
  test.each(table)('%s', async (_, response, policy, votes, decision) => {
    const run = await start(response, policy);
    const ids = Object.keys(votes);
    for (const id of ids) {
      expect((await run.step('a')).status).toBe('waiting');
      const result = await run.resolveFinding('a', id, votes[id]!);
      expect(result).toEqual(id === ids.at(-1) ? RESOLVED : PENDING);
    }
    const { status, output } = await run.step('a');
    expect(status).toBe('completed');
    expect(output).toMatchObject({
      decision,
      approved: decision === 'approve',
      aggregatorStatus: 'resolved',
    });
    expect(await run.statuses()).toEqual([
      'a completed',
      `${decision === 'approve' ? 'yes' : 'no'} completed`,
    ]);
    await run.ended('completed');
  });

  const atOnce: [string, boolean, object][] = [
    ['allResolved, passed', true, {}],
    ['allResolved, not passed', false, {}],
    ['minResolved, passed', true, atLeast(2)],
    ['minResolved, not passed', false, atLeast(2)],
  ];
  test.each(atOnce)('no findings: at once, without waiting (%s)', async (_, passed, policy) => {
    const run = await start({ passed, findings: [] }, policy);
    expect((await run.step('a')).output).toMatchObject({
      decision: passed ? 'approve' : 'reject',
      findings: [],
    });
    expect(await run.ofType('step.awaiting-approval')).toEqual([]);
    expect(await run.count(passed ? 'yes' : 'no')).toBe(1);
    await run.ended('completed');
  });

  test('__mock__ waits for resolutions', async () => {
    const run = await Run.start({ nodes: [blocking('a')], edges: [] });
    expect((await run.step('a')).status).toBe('waiting');
    await run.resolveFinding('a', 'r', 'success');
    expect((await run.step('a')).output).toMatchObject({ decision: 'approve' });
    await run.ended('completed');
  });

  test('a rejection that no edge takes fails the run', async () => {
    const run = await Run.start({ nodes: [blocking('a')], edges: [] });
    await run.resolveFinding('a', 'r', 'failure');
    await run.ended('failed', 'unhandled-rejection');
  });
});

describe('while it waits', () => {
  test('its output holds what the function gave, without a decision', async () => {
    const output = { text: 'x', decision: 'approve', approved: true, findings: ['not', 'these'] };
    const run = await start({ findings: ['f1', 'f2'], output });
    await run.resolveFinding('a', 'f1', 'success');
    const step = await run.step('a');
    expect(step.output).toMatchObject({
      text: 'x',
      findings: findingsOf(['f1', 'f2']),
      agentExecutionStatus: 'passed',
      agentResultsSummary: null,
      resolvedUrl: CONTEXT['url'],
      agentDurationMs: 0,
    });
    expect(step.output).not.toHaveProperty('decision');
    expect(step.output).not.toHaveProperty('approved');
  });

  test('agentMaxRuntimeMs means nothing any more', async () => {
    const run = await start({ findings: ['f1'] }, { agentMaxRuntimeMs: 1_000 });
    await run.advance(3_600_000);
    expect((await run.step('a')).status).toBe('waiting');
  });

  test('its SLA still counts; what was recorded stays, without a decision', async () => {
    const run = await start({ findings: ['f1', 'f2'] }, { slaMs: 60_000 });
    await run.resolveFinding('a', 'f1', 'success');
    await run.advance(60_000);
    const step = await run.step('a');
    expect(await run.statuses()).toEqual(['a breached', 'late completed']);
    expect(step.output).toMatchObject({ findings: findingsOf(['f1', 'f2']), agentExecutionStatus: 'passed' });
    expect(JSON.stringify(step.output)).toContain('"resolutionId":"f1"');
    expect(step.output).not.toHaveProperty('decision');
    await expect(run.resolveFinding('a', 'f2', 'success')).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });

  test('its SLA counts from its creation, the run time of the agent included', async () => {
    const it = new ManualAgent();
    const workflow = {
      nodes: [blocking('a', 'it', { slaMs: 60_000 }), agent('late')],
      edges: [edge('a', 'late', onStatus('breached'))],
    };
    const run = await Run.start(workflow, { agents: { it: it.call } });
    await run.advance(40_000);
    it.respond({ passed: true });
    await run.drain();
    await run.advance(19_999);
    expect((await run.step('a')).status).toBe('waiting');
    await run.advance(1);
    expect((await run.step('a')).status).toBe('breached');
  });

  // Section 8: "decision and approved in any output that … a resolution gives are dropped".
  test('decision and approved in the output of a resolution are dropped', async () => {
    const run = await start({ findings: ['f1'] });
    const output = { decision: 'reject', approved: false, note: 'done' };
    await run.resolveFinding('a', 'f1', 'success', { output });
    const { output: resolved } = await run.step('a');
    expect(resolved).toMatchObject({ decision: 'approve', resolutions: [{ output: { note: 'done' } }] });
    expect(resolved?.['resolutions']).not.toMatchObject([{ output: { decision: 'reject' } }]);
  });

  test('the output of a resolution decides nothing, and is kept', async () => {
    const run = await start({ findings: ['f1'] });
    await run.resolveFinding('a', 'f1', 'failure', { output: { decision: 'approve', note: 'tried' } });
    const { output } = await run.step('a');
    expect(output).toMatchObject({ decision: 'reject', approved: false });
    expect(JSON.stringify(output)).toContain('"note":"tried"');
  });
});

describe('a resolution that comes again', () => {
  const endings: [string, (run: Run) => Promise<unknown>, string][] = [
    ['while the step waits', () => Promise.resolve(), 'pending'],
    ['after it was resolved', (run) => run.resolveFinding('a', 'f2', 'failure'), 'resolved'],
    ['after a breach', (run) => run.advance(60_000), 'pending'],
    ['after a cancel', (run) => run.cancelStep('a'), 'pending'],
  ];
  test.each(endings)('%s', async (_, end, aggregatorStatus) => {
    const run = await start({ findings: ['f1', 'f2'] }, { slaMs: 60_000 });
    await run.resolveFinding('a', 'f1', 'success');
    await end(run);
    const before = await run.record();
    expect(await run.resolveFinding('a', 'f1', 'success')).toEqual(replay(aggregatorStatus));
    await expect(run.resolveFinding('a', 'f1', 'failure')).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { recordedStatus: 'success' },
    });
    expect(await run.record()).toEqual(before);
  });
});

describe('a resolution is refused', () => {
  const table: [string, Response, object, ApprovalError['status']][] = [
    ['for what is not a finding', { findings: ['f1'] }, { resolutionId: 'f2' }, 'INVALID_ARGUMENT'],
    ['for a finding in another spelling', { findings: ['f1'] }, { resolutionId: 'F1' }, 'INVALID_ARGUMENT'],
    ['for an id of another form, none declared', {}, { resolutionId: 'a b' }, 'INVALID_ARGUMENT'],
    ['for an id that is too long', {}, { resolutionId: 'x'.repeat(201) }, 'INVALID_ARGUMENT'],
    ['for a failure without errorMessage', {}, { status: 'failure' }, 'INVALID_ARGUMENT'],
    ['for another status', {}, { status: 'done' }, 'INVALID_ARGUMENT'],
    ['for a large output', {}, { output: { it: 'x'.repeat(LIMITS.payloadBytes) } }, 'INVALID_ARGUMENT'],
    ['for an unknown step', {}, { stepId: 'step_b' }, 'NOT_FOUND'],
    ['for an unknown execution', {}, { executionId: 'exec_0' }, 'NOT_FOUND'],
  ];
  test.each(table)('%s', async (_, response, request, status) => {
    const run = await start(response);
    const before = await run.record();
    const base = {
      executionId: run.executionId,
      stepId: 'step_a',
      resolutionId: 'f1',
      status: 'success' as const,
    };
    const refused = run.engine.steps.recordAgentResolution({ ...base, ...request });
    await expect(refused).rejects.toMatchObject({ status });
    // Everything that is wrong with a request is listed (section 14).
    const issues = status === 'INVALID_ARGUMENT' ? [{ code: 'invalid-field' }] : undefined;
    if (issues !== undefined) await expect(refused).rejects.toMatchObject({ details: { issues } });
    expect(await run.record()).toEqual(before);
  });

  test('before the function has returned', async () => {
    const it = new ManualAgent();
    const run = await Run.start({ nodes: [blocking('a', 'it')], edges: [] }, { agents: { it: it.call } });
    await expect(run.resolveFinding('a', 'r', 'success')).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });

  test.each([
    ['a human step', human('a', 'ann', rejectTo('x'))],
    ['a non-blocking agent', agent('a', 'it')],
  ])('by %s', async (_, node) => {
    const run = await Run.start(
      { nodes: [node, agent('x')], edges: [] },
      { agents: { it: () => ({ deferred: true }) } },
    );
    await expect(run.resolveFinding('a', 'r', 'success')).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });
});

test('a blocking agent that throws is retried, and then fails', async () => {
  const it = new ManualAgent();
  const run = await Run.start({ nodes: [blocking('a', 'it')], edges: [] }, { agents: { it: it.call } });
  for (const wait of [1_000, 2_000, 0]) {
    it.fail('busy');
    await run.drain();
    await run.advance(wait);
  }
  expect(it.calls).toHaveLength(3);
  expect((await run.step('a')).error).toMatchObject({ code: 'agent-error', message: 'busy' });
  await run.ended('failed', 'step-failed');
});
