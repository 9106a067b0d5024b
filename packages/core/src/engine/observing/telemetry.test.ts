/** Telemetry of an engine: each piece of work once, independent of the listener. */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import {
  type ApprovalEngine,
  type Telemetry,
  createApprovalEngine,
  createMemoryStore,
  op,
  variable,
  when,
} from '../../index.js';
import type { TelemetryHappening, TelemetrySpan, TelemetryWork } from '../../store.js';
import { CONTEXT, agent, human, rejectTo } from '../../test-support/run.js';

const SILENT = { warn: () => undefined, error: () => undefined };

function recorder() {
  const recorded: string[] = [];
  const works = new Map<TelemetrySpan, TelemetryWork>();
  const happenings: TelemetryHappening[] = [];
  const open = new Set<TelemetrySpan>();
  const nameOf = (work: TelemetryWork): string => {
    if (work.kind === 'command') return `command ${work.command}`;
    if (work.kind === 'job') return `job ${work.job}`;
    return work.kind;
  };
  const telemetry: Telemetry = {
    begin(work) {
      const span: TelemetrySpan = {
        within: (run) => run(),
        end(ended) {
          // Once each.
          expect(open.delete(span)).toBe(true);
          recorded.push(`${nameOf(work)}: ${'error' in ended ? 'threw' : String(ended.outcome)}`);
        },
      };
      open.add(span);
      works.set(span, work);
      return span;
    },
    happened: (it) => happenings.push(it),
  };
  const causes = () =>
    [...works.values()].flatMap((it) =>
      it.kind === 'commit'
        ? it.changes.flatMap((change) => change.causes.map((span) => works.get(span)))
        : [],
    );
  return { telemetry, recorded, happenings, open, causes };
}

const REVIEW = {
  definitionId: 'review',
  name: 'Review',
  nodes: [human('legal', 'ann', { slaMs: 60_000, ...rejectTo('rework') }), agent('scan'), agent('rework')],
  edges: [
    { from: 'legal', to: 'scan' },
    { from: 'legal', to: 'rework', when: when(op('eq', variable('step.status'), 'breached')) },
  ],
};

test('commands, commits, jobs and agent calls, each with its end and with what caused it', async () => {
  const { telemetry, recorded, happenings, open, causes } = recorder();
  const { engine, drain } = createTestEngine({ telemetry });
  await engine.definitions.create(REVIEW);
  const { executionId } = await engine.executions.dispatch({
    definitionId: 'review',
    triggerContext: CONTEXT,
  });
  const decision = { executionId, stepId: 'step_legal', reviewerId: 'ann', decision: 'approve' as const };
  await expect(engine.steps.recordReviewerDecision({ ...decision, reviewerId: 'zoe' })).rejects.toThrow();
  await engine.steps.recordReviewerDecision(decision);
  await drain();
  expect((await engine.executions.get({ executionId })).status).toBe('completed');
  expect(recorded.toSorted()).toEqual(
    [
      ...['command dispatch: accepted', 'commit: committed'],
      'command record-decision: refused',
      ...['command record-decision: accepted', 'commit: committed'],
      ...['command begin-agent-call: accepted', 'commit: committed'],
      'agent-call: returned',
      ...['command agent-returned: accepted', 'commit: committed'],
      'job agent-call: done',
    ].toSorted(),
  );
  expect(open.size).toBe(0);
  // A commit names the commands that it answers, as the listener itself knows them.
  expect(causes().map((it) => it?.kind === 'command' && it.command)).toEqual([
    ...['dispatch', 'record-decision', 'begin-agent-call', 'agent-returned'],
  ]);
  expect(happenings).toEqual([{ kind: 'claimed', job: 'agent-call', delaysMs: [0] }]);
  await engine.stop();
});

test('a breach is an event of a commit, and says how late its job was', async () => {
  const { telemetry, happenings, recorded } = recorder();
  const { engine, advance } = createTestEngine({ telemetry });
  await engine.definitions.create(REVIEW);
  await engine.executions.dispatch({ definitionId: 'review', triggerContext: CONTEXT });
  await advance(60_000);
  expect(recorded).toContain('job step-deadline: done');
  expect(recorded).toContain('command deadline-passed: accepted');
  expect(happenings[0]).toEqual({ kind: 'claimed', job: 'step-deadline', delaysMs: [0] });
  await engine.stop();
});

test('the slower of two processes sees a conflict; a lost lease is reported', async () => {
  const store = createMemoryStore();
  const [a, b] = [recorder(), recorder()];
  const engines = [a, b].map(({ telemetry }) =>
    createApprovalEngine({ store, telemetry, jobs: { run: false }, logger: SILENT }),
  ) as [ApprovalEngine, ApprovalEngine];
  await engines[0].definitions.create({
    ...REVIEW,
    nodes: [
      {
        nodeId: 'legal',
        type: 'human',
        config: {
          reviewers: ['ann', 'bob'].map((userId) => ({ userId, mandatory: true })),
          onReject: { routeToNodeId: 'rework' },
        },
      },
      agent('scan'),
      agent('rework'),
    ],
  });
  let conflicts = 0;
  for (let run = 0; run < 20 && conflicts === 0; run++) {
    const { executionId } = await engines[0].executions.dispatch({
      ...{ definitionId: 'review', triggerContext: CONTEXT },
    });
    const vote = (engine: ApprovalEngine, reviewerId: string) =>
      engine.steps.recordReviewerDecision({
        ...{ executionId, stepId: 'step_legal', reviewerId, decision: 'approve' },
      });
    await Promise.all([vote(engines[0], 'ann'), vote(engines[1], 'bob')]);
    conflicts = [...a.recorded, ...b.recorded].filter((it) => it === 'commit: conflict').length;
  }
  expect(conflicts).toBeGreaterThan(0);
  for (const engine of engines) await engine.stop();
});

test('telemetry that throws is logged, and nothing else', async () => {
  const logged: string[] = [];
  const thrown = (..._: unknown[]): never => {
    throw new Error('the collector is down');
  };
  for (const telemetry of [
    { begin: thrown, happened: thrown },
    { begin: () => ({ within: <T>(run: () => T) => run(), end: thrown }), happened: thrown },
    // Before the work and after it.
    { begin: () => ({ within: thrown, end: () => undefined }), happened: thrown },
    {
      begin: () => ({ within: (run: () => unknown): never => thrown(run()), end: thrown }),
      happened: thrown,
    },
    // A listener that does not call the work, which looks like one that has.
    { begin: () => ({ within: (): never => undefined as never, end: thrown }), happened: thrown },
  ]) {
    const logger = { warn: (line: string) => logged.push(line), error: () => undefined };
    const { engine, drain } = createTestEngine({ telemetry, logger });
    await engine.definitions.create(REVIEW);
    const { executionId } = await engine.executions.dispatch({
      ...{ definitionId: 'review', triggerContext: CONTEXT },
    });
    await engine.steps.recordReviewerDecision({
      ...{ executionId, stepId: 'step_legal', reviewerId: 'ann', decision: 'approve' },
    });
    await drain();
    expect((await engine.executions.get({ executionId })).status).toBe('completed');
    await engine.stop();
  }
  expect(new Set(logged)).toEqual(new Set(['the telemetry of the host threw']));
});

test('invalid telemetry is refused by its name', () => {
  const make = (telemetry: unknown) => () =>
    createApprovalEngine({ store: createMemoryStore(), telemetry: telemetry as Telemetry });
  expect(make({ begin: () => undefined })).toThrow(/telemetry.*happened/);
});
