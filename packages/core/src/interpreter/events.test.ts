import { describe, expect, test } from 'vitest';
import type { ExternalEvent, ExternalEventType } from '../index.js';
import { EXTERNAL_EVENT_TYPES } from '../interpreter.js';
import {
  Run,
  agent,
  blocking,
  edge,
  group,
  human,
  onStatus,
  rejectTo,
  webhook,
} from '../test-support/run.js';

const SLA = { slaMs: 60_000 };
const findings = [{ findingId: 'f1', text: 'here' }];
const agents = {
  finder: () => ({ passed: true, findings }),
  clean: () => ({ passed: true, findings: [] }),
  broken: () => Promise.reject(new Error('no')),
};
const person = human('it', ['ann', { userId: 'zoe', mandatory: false }], { ...rejectTo('other'), ...SLA });
const plain = human('it', 'ann', rejectTo('other'));
/** The node `it`, a recovery behind it, and nothing else. */
const only = (node: ReturnType<typeof agent>) =>
  Run.start(
    {
      nodes: [node, agent('other')],
      edges: ['failed', 'breached'].map((it) => edge('it', 'other', onStatus(it))),
    },
    { agents },
  );

describe('data of the events of a step (contract section 11)', () => {
  const nothing = () => Promise.resolve();
  type Case = [
    name: string,
    type: ExternalEventType,
    node: ReturnType<typeof agent>,
    act: (run: Run) => Promise<unknown>,
    data: (run: Run) => object,
  ];
  const human_ = { nodeId: 'it', nodeType: 'human' };
  const agent_ = { nodeId: 'it', nodeType: 'agent' };
  const asked = { ...human_, waitingForReviewers: ['ann', 'zoe'], mandatoryCount: 1 };
  const done = { ...agent_, waitingForReviewers: [], mandatoryCount: 0, commentBody: null };
  const retry = { retry: { maximumAttempts: 2, initialIntervalMs: 0 } };
  const cases: Case[] = [
    [
      'a human step asks',
      'step.awaiting-approval',
      person,
      nothing,
      (run) => ({ ...asked, commentBody: 'Please review (it).', dueAt: run.now() + 60_000 }),
    ],
    [
      'a human step without a deadline asks',
      'step.awaiting-approval',
      plain,
      nothing,
      () => ({
        ...human_,
        waitingForReviewers: ['ann'],
        mandatoryCount: 1,
        commentBody: 'Please review (it).',
        dueAt: null,
      }),
    ],
    [
      'a blocking agent asks',
      'step.awaiting-approval',
      blocking('it', 'finder', SLA),
      nothing,
      (run) => ({
        ...done,
        dueAt: run.now() + 60_000,
        resolutionPolicy: { kind: 'allResolved' },
        findings,
      }),
    ],
    [
      'a blocking agent without findings asks',
      'step.awaiting-approval',
      blocking('it', '__mock__', { resolutionPolicy: { kind: 'minResolved', minCount: 2 } }),
      nothing,
      () => ({
        ...done,
        dueAt: null,
        resolutionPolicy: { kind: 'minResolved', minCount: 2 },
        findings: null,
      }),
    ],
    [
      'a human step is approved',
      'step.completed',
      person,
      (run) => run.decide('it', 'ann', 'approve'),
      () => ({ ...human_, decision: 'approve', aggregatorStatus: 'resolved' }),
    ],
    [
      'a human step is rejected',
      'step.completed',
      person,
      (run) => run.decide('it', 'zoe', 'reject'),
      () => ({ ...human_, decision: 'reject', aggregatorStatus: 'resolved' }),
    ],
    [
      'a human step is approved by force',
      'step.completed',
      person,
      (run) => run.resolve('it', 'force-approve'),
      () => ({ ...human_, decision: 'approve', aggregatorStatus: 'resolved' }),
    ],
    [
      'a human step is completed by force',
      'step.completed',
      person,
      (run) => run.resolve('it', 'force-complete'),
      () => ({ ...human_, decision: null, aggregatorStatus: 'resolved' }),
    ],
    ['an agent passes', 'step.completed', agent('it'), nothing, () => ({ ...agent_, agentId: '__mock__' })],
    [
      'a blocking agent is resolved',
      'step.completed',
      blocking('it', 'finder'),
      (run) => run.resolveFinding('it', 'f1', 'success'),
      () => ({ ...agent_, decision: 'approve', aggregatorStatus: 'resolved', agentId: 'finder' }),
    ],
    [
      'a blocking agent has nothing to resolve',
      'step.completed',
      blocking('it', 'clean'),
      nothing,
      () => ({ ...agent_, decision: 'approve', aggregatorStatus: 'resolved', agentId: 'clean' }),
    ],
    [
      'a step fails',
      'step.failed',
      agent('it', 'broken', retry),
      nothing,
      () => ({ nodeId: 'it', error: { code: 'agent-error', message: 'no' }, attempt: 2 }),
    ],
    [
      'a step is breached',
      'step.breached',
      person,
      (run) => run.advance(60_000),
      (run) => ({ nodeId: 'it', slaMs: 60_000, dueAt: run.now() }),
    ],
    [
      'a step is cancelled',
      'step.cancelled',
      person,
      (run) => run.cancelStep('it'),
      () => ({ nodeId: 'it', actorId: 'ops', reason: 'away' }),
    ],
  ];
  test.each(cases)('%s: %s', async (_, type, node, act, data) => {
    const run = await only(node);
    await act(run);
    const [event, ...more] = (await run.events()).filter((it) => it.type === type && it.stepId === 'step_it');
    expect(more).toEqual([]);
    expect(event?.data).toEqual(data(run));
    await run.check();
  });
});

describe('data of the events of a run', () => {
  test('it is dispatched, and completed', async () => {
    const run = await Run.start({ nodes: [webhook('z'), plain, agent('other')], edges: [] });
    await run.advance(1_500);
    await run.decide('it', 'ann', 'approve');
    const { definitionId } = await run.get();
    const events = await run.events();
    expect(events[0]).toMatchObject({ type: 'execution.dispatched', seq: 1, stepId: null });
    expect(events[0]?.data).toEqual({
      definitionId,
      definitionVersion: 1,
      rootStepIds: ['step_z', 'step_it'],
    });
    expect(events.at(-1)).toMatchObject({ type: 'execution.completed', stepId: null });
    expect(events.at(-1)?.data).toEqual({ durationMs: 1_500, outcome: 'approved' });
  });

  test('it fails', async () => {
    const run = await Run.start({ nodes: [plain, agent('other')], edges: [] });
    await run.resolve('it', 'force-fail');
    const last = (await run.events()).at(-1);
    const { failureReason } = await run.get();
    expect(last).toMatchObject({ type: 'execution.failed', stepId: null });
    expect(last?.data).toEqual({ failureReason });
    expect(failureReason).toEqual({
      code: 'step-failed',
      message: failureReason?.message,
      stepId: 'step_it',
    });
    expect(failureReason?.message).toMatch(/./);
  });

  test('it is cancelled', async () => {
    const run = await Run.start({ nodes: [plain, agent('other')], edges: [] });
    await run.cancel('enough');
    const last = (await run.events()).at(-1);
    expect(last).toMatchObject({ type: 'execution.cancelled', stepId: null });
    expect(last?.data).toEqual({ reason: 'enough' });
  });
});

describe('every event', () => {
  /** A run in which all kinds of events but a cancelled and a failed end happen. */
  const eventful = async () => {
    const members = ['m1', 'm2', 'm3'];
    const run = await Run.start(
      {
        nodes: [
          agent('draft'),
          human('review', 'ann', SLA),
          ...members.map((it) => human(it, it, rejectTo('x'))),
          agent('broken', 'broken'),
          webhook('hook'),
          human('late', 'ann', { ...rejectTo('x'), slaMs: 1_000 }),
          blocking('check'),
          agent('x'),
        ],
        edges: [
          edge('draft', 'review'),
          edge('review', 'x', onStatus('breached')),
          ...members.flatMap((it) => [edge('hook', it), edge(it, 'x')]),
          edge('broken', 'x', onStatus('failed')),
          edge('late', 'x', onStatus('breached')),
        ],
        groups: [group('joinOnQuorum', members, 1)],
        loops: [
          {
            loopId: 'L',
            entryNodeId: 'draft',
            bodyNodeIds: ['draft', 'review'],
            maxIterations: 2,
            onExhausted: { routeToNodeId: 'check' },
          },
        ],
      },
      { agents },
    );
    await run.decide('m2', 'm2', 'approve');
    await run.decide('review', 'ann', 'reject');
    await run.decide('review', 'ann', 'reject');
    await run.advance(60_000);
    await run.resolve('check', 'force-complete');
    await run.ended('completed');
    return run;
  };

  test('has these fields, and no others', async () => {
    const run = await eventful();
    const { correlationId } = await run.get();
    for (const event of await run.events()) {
      expect(Object.keys(event).sort()).toEqual(
        ['eventId', 'seq', 'type', 'executionId', 'stepId', 'timestamp', 'correlationId', 'data'].sort(),
      );
      expect(event).toMatchObject({ executionId: run.executionId, correlationId });
    }
  });

  test('is of one of the external types, and other types never leave', async () => {
    const run = await eventful();
    const left = new Set(await run.types());
    const external: ExternalEventType[] = [
      'execution.dispatched',
      'step.awaiting-approval',
      'step.completed',
      'step.failed',
      'step.breached',
      'step.cancelled',
      'group.quorum-met',
      'loop.iteration-started',
      'loop.exhausted',
      'execution.completed',
      'execution.failed',
      'execution.cancelled',
      // On people nodes alone; interpreter/people/people.test.ts sees them.
      'step.answered',
      'step.assigned',
      'step.answer-retracted',
      'step.question-asked',
      'step.question-answered',
      'step.reminder',
      'execution.subject-revised',
      // Only subflow nodes have it; nodes/subflow/run.test.ts sees it.
      'step.run-started',
    ];
    expect([...EXTERNAL_EVENT_TYPES].sort()).toEqual([...external].sort());
    expect([...left].sort()).toEqual(external.slice(0, 10).sort());
    const stayed = (await run.record()).map((it) => it.type).filter((it) => !left.has(it as never));
    expect([...new Set(stayed)].sort()).toEqual([
      'execution.started',
      'step.decision-recorded',
      'step.overridden',
      'step.resumed',
      'step.retried',
      'step.scheduled',
      'step.skipped',
      'step.started',
    ]);
  });

  test('has its own seq, from 1; internal ones consume theirs', async () => {
    const run = await eventful();
    const all = (await run.record()).map((it) => it.seq);
    expect(all).toEqual(all.map((_, index) => index + 1));
    const seqs = (await run.events()).map((it) => it.seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(seqs[0]).toBe(1);
    expect(seqs.length).toBeLessThan(all.length);
  });

  test('reaches listeners once, as it can be read, in order', async () => {
    const run = await Run.start({ nodes: [plain, agent('other')], edges: [] });
    const heard: ExternalEvent[] = [];
    run.engine.on('event', (event) => heard.push(event));
    await run.decide('it', 'ann', 'reject');
    expect(heard.map((it) => it.type)).toEqual(['step.completed', 'step.completed', 'execution.completed']);
    expect(heard).toEqual((await run.events()).slice(-3));
  });

  test('that a quorum is out of reach is recorded and does not leave (docs/decisions/0001)', async () => {
    const members = ['m1', 'm2'];
    const run = await Run.start({
      nodes: [...members.map((it) => human(it, it, rejectTo('x'))), agent('x')],
      edges: [],
      groups: [group('joinOnQuorum', members, 2)],
    });
    const left = await run.during(() => run.decide('m1', 'm1', 'reject'));
    expect(await run.ofType('group.quorum-unreachable')).toMatchObject([
      { data: { groupId: 'g', iteration: 1 } },
    ]);
    expect(left.filter((it) => it.startsWith('group.'))).toEqual([]);
    await run.ended('completed');
  });
});
