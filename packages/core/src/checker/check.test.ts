import { PureRun, agent, edge, human, onStatus } from '@org/approval-testkit/simulation';
import { describe, expect, test } from 'vitest';
import { compileDefinition, op, variable } from '../index.js';
import type { CompiledDefinition } from '../definition.js';
import type { Change, Delivery, StoredJob } from '../store.js';
import {
  type EngineEvent,
  type EventType,
  type ExecutionRecord,
  INVARIANTS,
  type InvariantCode,
  type StepState,
  checkChange,
  checkExecution,
  isExternal,
} from '../interpreter.js';
import { webhook } from '../test-support/run.js';
import { STORED_JOB_KINDS, TRIGGER_JOB_KINDS } from '../ports/store/jobs.js';

function compiled(): CompiledDefinition {
  const loop = { onReject: { loopBack: { toNodeId: 'draft', maxIterations: 2 } } };
  const members = ['legal', 'security'];
  const checked = compileDefinition({
    definitionId: 'checked',
    name: 'Checked',
    nodes: [
      agent('draft'),
      human('review', 'ann', loop),
      ...members.map((it) => human(it, 'bob', { onReject: { routeToNodeId: 'sink' } })),
      agent('sink'),
    ] as never,
    edges: [edge('draft', 'review'), ...members.map((it) => edge('review', it))] as never,
    groups: [{ groupId: 'g', memberNodeIds: members, expectedSteps: 2, quorum: 2, onQuorumMet: 'waitAll' }],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.compiled;
}

/** A run with a rejection, a second iteration and a quorum. */
function record(): ExecutionRecord {
  const run = new PureRun(compiled(), { url: 'https://example.com' });
  const kinds = ['advance', 'advance', 'object'] as const;
  for (const kind of kinds) run.act({ kind, step: 0, choice: 0, ms: 1 });
  run.completeEverything();
  return { compiled: run.compiled, state: run.state, events: run.events };
}

const sound = record();

/** A running execution with its jobs, and a receiver for two types of events. */
function underWay(): ExecutionRecord {
  const limits = { slaMs: 1_000, retry: { maximumAttempts: 2 } };
  const checked = compileDefinition({
    definitionId: 'working',
    name: 'Working',
    nodes: [
      agent('fresh', 'a', limits),
      agent('retrying', 'a', { retry: { maximumAttempts: 2 } }),
      agent('called', 'a', { retry: { maximumAttempts: 2 } }),
      webhook('posted'),
      human('review', 'ann', { slaMs: 1_000, onReject: { routeToNodeId: 'sink' } }),
      human('over', 'ann', { onReject: { routeToNodeId: 'sink' } }),
      human('reminded', 'ann', { reminders: [{ afterMs: 1 }], onReject: { routeToNodeId: 'sink' } }),
      human('asking', [{ pool: { group: 'team' }, mandatory: true }], {
        onReject: { routeToNodeId: 'sink' },
      }),
      agent('sink'),
    ] as never,
    edges: [
      edge('fresh', 'sink', onStatus('breached')),
      edge('review', 'sink', onStatus('breached')),
    ] as never,
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const run = new PureRun(checked.compiled, { url: 'https://example.com' });
  for (const stepId of ['step_retrying', 'step_called'])
    run.do({ kind: 'begin-agent-call', stepId, attempt: 1 });
  run.do({ kind: 'begin-call', stepId: 'step_posted', attempt: 1, callback: null });
  const failure = { code: 'agent-error', message: 'm', retryable: true };
  run.do({ kind: 'agent-failed', stepId: 'step_retrying', attempt: 1, ...failure });
  const decision = { reviewerId: 'ann', decision: 'approve', reason: null } as const;
  run.do({ kind: 'record-decision', stepId: 'step_over', ...decision });
  const { compiled, state, events, jobs } = run;
  const eventTypes = ['step.awaiting-approval', 'step.completed'];
  const deliveries = events
    .filter(isExternal)
    .filter((it) => eventTypes.includes(it.type))
    .map(({ seq, eventId, type }, index): Delivery => ({
      ...{
        workspaceId: 'w',
        executionId: 'exec',
        seq,
        eventId,
        type,
        attempts: 1,
        createdAt: 0,
        updatedAt: 0,
      },
      ...{ lastStatus: null, lastError: null },
      ...(index === 0
        ? { status: 'delivered', nextAttemptAt: null }
        : { status: 'pending', nextAttemptAt: 5 }),
    }));
  const delivery = { kind: 'webhook-delivery', stepId: '', dueAt: 5, attempt: 1 } as const;
  return {
    ...{ compiled, state, events, deliveries, receiver: { eventTypes } },
    jobs: [...jobs, { workspaceId: 'w', executionId: 'exec', ...delivery }],
  };
}

const working = underWay();
const jobs = working.jobs ?? [];
const deliveries = working.deliveries ?? [];
const withJobs = (list: readonly StoredJob[]): ExecutionRecord => ({ ...working, jobs: list });
const withDeliveries = (list: readonly Delivery[]): ExecutionRecord => ({ ...working, deliveries: list });
const job = (kind: StoredJob['kind'], stepId?: string): StoredJob =>
  jobs.find((it) => it.kind === kind && (stepId === undefined || it.stepId === stepId)) as StoredJob;
const without = (gone: StoredJob) => withJobs(jobs.filter((it) => it !== gone));

const at = (type: EventType) => sound.events.findIndex((it) => it.type === type);
const events = (...list: EngineEvent[]): ExecutionRecord => ({ ...sound, events: list });
const changed = (index: number, change: object): ExecutionRecord =>
  events(...sound.events.map((it, i) => (i === index ? { ...it, ...change } : it)));
const data = (type: EventType, change: object) =>
  changed(at(type), { data: { ...sound.events[at(type)]!.data, ...change } });
const again = (type: EventType): ExecutionRecord => events(...sound.events, sound.events[at(type)]!);

const withSteps = (record: ExecutionRecord, change: (step: StepState) => StepState): ExecutionRecord => ({
  ...record,
  state: { ...record.state, steps: record.state.steps.map(change) },
});
const failed = (code: string, stepId: string | null): ExecutionRecord => ({
  ...sound,
  state: { ...sound.state, status: 'failed', failureReason: { code: code as never, message: 'm', stepId } },
});

const decidedNode = sound.state.steps.find((it) => it.decisions.length > 0)!.nodeId;
const FAULTS: Readonly<Record<InvariantCode, ExecutionRecord>> = {
  'seq-has-gaps': events(...sound.events.slice(1)),
  'event-id-repeated': changed(1, { eventId: sound.events[0]!.eventId }),
  'time-goes-backwards': changed(3, { timestamp: 0 }),
  'state-is-not-the-fold': { ...sound, state: { ...sound.state, status: 'cancelled' } },
  'step-repeated': again('step.scheduled'),
  'step-changed-after-its-end': again('step.started'),
  'end-and-open-steps-disagree': { ...sound, state: { ...sound.state, status: 'running' } },
  'end-is-not-last': again('execution.completed'),
  'decision-not-allowed': data('step.decision-recorded', { reviewerId: 'stranger' }),
  'decision-does-not-follow': {
    ...sound,
    state: { ...sound.state, steps: sound.state.steps.map((it) => ({ ...it, decisions: [] })) },
  },
  'quorum-met-wrongly': data('group.quorum-met', { totalApproved: 1 }),
  'quorum-met-and-lost': events(...sound.events, {
    ...sound.events[at('group.quorum-met')]!,
    type: 'group.quorum-unreachable',
  } as EngineEvent),
  'iteration-out-of-order': data('loop.iteration-started', { iteration: 3 }),
  'loop-exhausted-wrongly': events(...sound.events, {
    ...sound.events[at('loop.iteration-started')]!,
    type: 'loop.exhausted',
    data: { loopId: 'auto_review_loopback', iteration: 1 },
  } as EngineEvent),
  'breached-too-early': events(...sound.events, {
    ...sound.events.at(-1)!,
    type: 'step.breached',
    data: { dueAt: Number.MAX_SAFE_INTEGER },
  } as EngineEvent),
  'output-decides-wrongly': {
    ...sound,
    state: {
      ...sound.state,
      steps: sound.state.steps.map((it) => ({ ...it, status: 'failed', output: { decision: 'approve' } })),
    },
  },
  'attempts-out-of-order': data('step.started', { attempt: 2 }),
  'approved-without-approvals': {
    ...sound,
    state: { ...sound.state, steps: sound.state.steps.map((it) => ({ ...it, decisions: [] })) },
  },
  'approved-by-nobody': events(...sound.events.filter((it) => it.type !== 'step.decision-recorded')),
  'separated-people-decided-both': {
    ...sound,
    compiled: { ...sound.compiled, separated: { [decidedNode]: [decidedNode] } },
  },
  'job-lost': without(job('step-deadline')),
  'job-without-step': withJobs([...jobs, { ...job('step-deadline'), stepId: 'step_over' }]),
  'job-repeated': withJobs([...jobs, job('step-deadline')]),
  'delivery-missing': withDeliveries(deliveries.slice(1)),
  'delivery-job-lost': without(job('webhook-delivery')),
  'delivery-without-attempt': withDeliveries(deliveries.map((it) => ({ ...it, nextAttemptAt: null }))),
  'delivered-without-attempt': withDeliveries(deliveries.map((it) => ({ ...it, attempts: 0 }))),
  'of-another-execution': withJobs([...jobs, { ...job('step-deadline'), workspaceId: 'other' }]),
  'transition-not-allowed': events(...sound.events.filter((it) => it.type !== 'step.awaiting-approval')),
  'started-without-cause': changed(at('step.scheduled'), { stepId: 'step_nowhere' }),
  'edge-taken-wrongly': withSteps(sound, (it) => ({ ...it, output: { decision: 'reject' } })),
  'branch-not-taken': {
    ...sound,
    compiled: { ...sound.compiled, ...strictDeadEnd() },
  },
  'edge-leaves-the-iteration': withSteps(sound, (it) =>
    it.nodeId === decidedNode ? { ...it, iteration: 1 } : it,
  ),
  'quorum-against-the-steps': events(...sound.events.filter((it) => it.type !== 'step.resumed')),
  'ended-wrongly': { ...sound, state: { ...sound.state, steps: [] } },
  'waits-for-nothing': withSteps(working, (it) => ({ ...it, waitingForReviewers: [], dueAt: null })),
  'definition-differs': { ...sound, state: { ...sound.state, definitionVersion: 9 } },
  'reminded-twice': withSteps(sound, (it) => ({ ...it, reminded: [0, 0] })),
};

/** A strict definition whose last step had an edge that could have fired, and did not. */
function strictDeadEnd(): Pick<CompiledDefinition, 'strict' | 'edges' | 'outgoing'> {
  const { nodeId } = sound.state.steps.findLast((it) => it.status === 'completed')!;
  const { edges, outgoing } = sound.compiled;
  const when = op('eq', variable('step.attempt'), 99);
  const edge = {
    from: nodeId,
    to: nodeId,
    role: 'custom',
    when,
    readsStatus: false,
    readsOutput: false,
  } as const;
  return { strict: true, edges: [...edges, edge], outgoing: { ...outgoing, [nodeId]: [edges.length] } };
}

/** Jobs that this record lacks; the tests of waits and of runs in runs have them. */
const OF_WAITS_AND_RUNS = ['wait-over', 'start-run', 'run-ended', 'stop-run'];

describe('the record of an execution', () => {
  test('as the interpreter makes it violates nothing', () => {
    expect(sound.events.map((it) => it.type)).toEqual(
      expect.arrayContaining(['group.quorum-met', 'loop.iteration-started', 'execution.completed']),
    );
    expect(checkExecution(sound)).toEqual([]);
    expect(checkExecution(working)).toEqual([]);
    expect(new Set(jobs.map((it) => it.kind))).toEqual(
      new Set(
        STORED_JOB_KINDS.filter(
          (kind) => !OF_WAITS_AND_RUNS.includes(kind) && !TRIGGER_JOB_KINDS.some((it) => it === kind),
        ),
      ),
    );
  });

  test('says nothing about work that it comes without', () => {
    const { jobs: _, deliveries: __, ...bare } = working;
    expect(checkExecution(bare)).toEqual([]);
  });

  test.each<[string, ExecutionRecord, InvariantCode]>([
    ['a call that was never begun', without(job('agent-call', 'step_fresh')), 'job-lost'],
    ['the call of a further attempt', without(job('agent-call', 'step_retrying')), 'job-lost'],
    ['the ceiling of a call under way', without(job('agent-timeout', 'step_called')), 'job-lost'],
    [
      'a deadline at another time',
      withJobs(jobs.map((it) => (it.kind === 'step-deadline' ? { ...it, dueAt: it.dueAt + 1 } : it))),
      'job-lost',
    ],
    [
      'a call of a human step',
      withJobs([...jobs, { ...job('agent-call'), stepId: 'step_review' }]),
      'job-without-step',
    ],
    [
      'a job of no step',
      withJobs([...jobs, { ...job('agent-call'), stepId: 'nowhere' }]),
      'job-without-step',
    ],
    [
      'a delivery that the receiver does not want',
      { ...working, receiver: { eventTypes: ['step.completed'] } },
      'delivery-missing',
    ],
    [
      'a delivery of another event',
      withDeliveries(deliveries.map((it) => ({ ...it, eventId: 'other' }))),
      'delivery-missing',
    ],
    [
      'a delivery job with nothing to deliver',
      withDeliveries(deliveries.map((it) => ({ ...it, status: 'dead', nextAttemptAt: null }))),
      'delivery-job-lost',
    ],
  ])('%s is found', (_, record, code) => {
    expect(new Set(checkExecution(record).map((it) => it.code))).toEqual(new Set([code]));
  });

  test.each<[string, ExecutionRecord, InvariantCode, string]>([
    [
      'a reason without a failure',
      {
        ...failed('step-failed', null),
        state: { ...failed('step-failed', null).state, status: 'completed' },
      },
      'ended-wrongly',
      'failureReason is step-failed',
    ],
    ['a failure by no step', failed('step-failed', 'nowhere'), 'ended-wrongly', 'which does not exist'],
    [
      'a failure by a step that did not fail',
      failed('step-failed', 'step_draft'),
      'ended-wrongly',
      'a step that is completed',
    ],
    [
      'a failure by a rejection that was none',
      failed('unhandled-rejection', 'step_draft'),
      'ended-wrongly',
      'a step that is completed',
    ],
    [
      'a decided step that still waits',
      withSteps(sound, (it) => ({ ...it, status: 'waiting' })),
      'waits-for-nothing',
      'its decisions are approved',
    ],
    [
      'a node that is not there',
      withSteps(sound, (it) => ({ ...it, nodeType: 'webhook' })),
      'definition-differs',
      'which the definition does not have',
    ],
    ['an event of another run', changed(2, { executionId: 'other' }), 'of-another-execution', 'is of other'],
    [
      'a delivery of another run',
      withDeliveries(deliveries.map((it) => ({ ...it, executionId: 'other' }))),
      'of-another-execution',
      'a delivery of w other',
    ],
    [
      'a group that is not there',
      data('group.quorum-met', { groupId: 'none' }),
      'quorum-against-the-steps',
      'group none does not exist',
    ],
  ])('%s is found', (_, record, code, what) => {
    const messages = checkExecution(record)
      .filter((it) => it.code === code)
      .map((it) => it.message);
    expect(messages.join('\n')).toContain(what);
  });

  test('what a rule stumbles over is a finding of that rule, and the others are looked at', () => {
    const codes = checkExecution({ ...sound, compiled: { ...sound.compiled, loops: null as never } }).map(
      (it) => [it.code, it.message],
    );
    expect(codes).toContainEqual(['iteration-out-of-order', expect.stringContaining('it cannot be checked')]);
  });

  test('a finding says at which event and which step', () => {
    const [late] = checkExecution(changed(3, { timestamp: 0 })).filter(
      (it) => it.code === 'time-goes-backwards',
    );
    expect(late).toMatchObject({ seq: 4, stepId: sound.events[3]!.stepId });
    const [lost] = checkExecution(without(job('step-deadline', 'step_review'))).map((it) => it);
    expect(lost).toMatchObject({ code: 'job-lost', seq: null, stepId: 'step_review' });
  });

  test('a call under way that has no job may be deferred', () => {
    expect(checkExecution(without(job('agent-call', 'step_called')))).toEqual([]);
  });

  test.each(INVARIANTS)('$code is found: $name', ({ code, name }) => {
    const found = checkExecution(FAULTS[code]).filter((it) => it.code === code);
    expect(found).not.toEqual([]);
    expect(found[0]).toMatchObject({ workspaceId: 'w', executionId: 'exec' });
    expect(found[0]?.message).toMatch(new RegExp(`^${name}: .`));
  });
});

test('steps that an earlier version ended, without the seq of their end, are sound', () => {
  const unnumbered = withSteps(sound, ({ endedSeq: _, ...step }) => step);
  expect(sound.state.steps.some((it) => it.endedSeq !== undefined)).toBe(true);
  expect(checkExecution(unnumbered)).toEqual([]);
  const wrong = withSteps(sound, (step) => ({
    ...step,
    ...(step.endedSeq !== undefined && { endedSeq: 999 }),
  }));
  expect(checkExecution(wrong).map((it) => it.code)).toEqual(['state-is-not-the-fold']);
});

describe('a change, before it is committed', () => {
  const change = { state: sound.state, events: sound.events, expectedSeq: 0 } as unknown as Change;

  test('is sound when its events lead from the state before to the state after', () => {
    expect(checkChange(null, change)).toEqual([]);
  });

  test.each<[string, Change, InvariantCode[]]>([
    ['another state', { ...change, state: { ...sound.state, status: 'running' } }, ['state-is-not-the-fold']],
    ['no events', { ...change, events: [] }, ['state-is-not-the-fold', 'seq-has-gaps']],
    ['a seq that does not follow', { ...change, expectedSeq: 1 }, ['seq-has-gaps']],
  ])('is found with %s', (_, faulty, codes) => {
    expect(checkChange(null, faulty).map((it) => it.code)).toEqual(codes);
  });
});
