/** An execution by the interpreter alone: state, events and jobs, driven by commands. */
import fc from 'fast-check';
import { keysOf } from '@org/approval-internal/values';
import { SIGNAL } from './random-workflow.js';
import { DIRECTORY, PEOPLE, PEOPLE_ACTIONS, digestOf, pick, findingIdsOf } from './people-actions.js';
import type { JsonObject } from '@org/approval-core';
import type { CompiledDefinition } from '@org/approval-core/definition';
import type { StoredJob } from '@org/approval-core/store';
import {
  type Command,
  type CommandKind,
  type CommandOf,
  type DecideResult,
  type EngineEvent,
  type ExecutionState,
  type RunEnd,
  type StepState,
  decide,
  initialState,
  isOpen,
} from '@org/approval-core/interpreter';
import { traitsOf } from '@org/approval-core/internal';

/**
 * An execution of one definition by the interpreter alone, without an engine, a store or a clock.
 */
export class PureRun {
  /** The definition of the execution. */
  readonly compiled: CompiledDefinition;
  /** All events, in order. */
  readonly events: EngineEvent[] = [];
  /** The state after the last event. */
  state: ExecutionState;
  /** The jobs of its open steps. */
  jobs: readonly StoredJob[] = [];
  private now = 1_000_000;
  private eventIds = 0;

  constructor(compiled: CompiledDefinition, triggerContext: JsonObject, maxSteps = 10_000) {
    this.compiled = compiled;
    this.maxSteps = maxSteps;
    this.state = initialState({
      workspaceId: 'w',
      executionId: 'exec',
      definitionUid: 'def',
      definitionId: 'random',
      definitionVersion: 1,
      correlationId: 'corr',
      idempotencyKey: null,
      organizationId: null,
      documentId: null,
      triggerContext,
      webhookUrl: null,
      createdAt: this.now,
      parties: PARTIES,
    });
    this.do({ kind: 'dispatch' });
  }

  private readonly maxSteps: number;

  /** Decides a command, and applies its events. */
  do<K extends CommandKind>(command: CommandOf<K>): DecideResult<unknown> {
    const decision = decide(this.compiled, this.state, command, {
      now: this.now,
      newEventId: () => `evt-${(this.eventIds += 1)}`,
      maxStepsPerExecution: this.maxSteps,
    });
    if (!decision.ok) return decision;
    this.state = decision.state;
    this.events.push(...decision.events);
    const open = new Set(this.state.steps.filter((it) => isOpen(it.status)).map((it) => it.stepId));
    const made = decision.jobs.map((it): StoredJob => ({ workspaceId: 'w', executionId: 'exec', ...it }));
    const isReplaced = (job: StoredJob) =>
      made.some((it) => it.stepId === job.stepId && it.kind === job.kind);
    this.jobs = [...this.jobs.filter((it) => !isReplaced(it)), ...made].filter((it) => open.has(it.stepId));
    return decision;
  }

  /**
   * Tries an action that may or may not be valid: mostly one that an open step waits for, sometimes
   * any.
   */
  act({ kind, step: which, choice, ms }: RandomAction): DecideResult<unknown> {
    this.now += ms;
    const { steps } = this.state;
    const open = steps.filter((it) => isOpen(it.status));
    const step =
      kind === 'advance' || kind === 'object' || kind in PEOPLE_ACTIONS
        ? open[which % Math.max(open.length, 1)]
        : steps[which % (steps.length + 1)];
    if (step === undefined) return this.do(ACTIONS.approve(UNKNOWN, choice));
    if (kind === 'advance') return this.do(nextCommand(step, this.jobs, choice));
    if (kind === 'object') return this.do(objectionTo(step, choice));
    return this.do(ACTIONS[kind](step, choice));
  }

  /**
   * Approves everything, lets every agent pass, and resolves every finding, until no step is open.
   */
  completeEverything(): void {
    for (let turn = 0; turn < 100_000; turn++) {
      const step = this.state.steps.find((it) => isOpen(it.status));
      if (step === undefined) return;
      const decision = this.do(nextCommand(step, this.jobs));
      if (!decision.ok) throw new Error(`${step.stepId} is ${step.status}: ${decision.refusal.message}`);
    }
    throw new Error('the execution does not end');
  }
}

/** Parties and subject of every execution; nodes may exclude the initiator from deciding. */
const PARTIES = {
  initiatorId: 'dan',
  contributorIds: [],
  enforceSeparation: false,
  subject: { digest: digestOf(0), ref: null, revision: null },
};

const UNKNOWN = { stepId: 'step_nobody-knows', attempt: 1 } as StepState;

/** The command that advances an open step. */
function nextCommand(step: StepState, jobs: readonly StoredJob[], choice = 0): Command {
  const { stepId, attempt } = step;
  if (traitsOf(step.nodeType).decidedByPeople) {
    if (step.status === 'pending') return { kind: 'reviewers-found', stepId, attempt, answers: DIRECTORY };
    // The reviewer who claimed the step goes first: others would be refused.
    const claimants = (step.people?.claims ?? []).map((it) => it.userId);
    const waiting = step.waitingForReviewers;
    const reserved = waiting.filter((it) => claimants.includes(it));
    const reviewerId = oneOf(reserved.length > 0 ? reserved : waiting, choice);
    const round = roundOf(step, reviewerId);
    return { kind: 'record-decision', stepId, reviewerId, decision: 'approve', reason: null, round };
  }
  if (step.status === 'waiting') return resolutionOf(step, 'success');
  if (traitsOf(step.nodeType).startsRuns) return nextOfRun(step, choice);
  if (traitsOf(step.nodeType).calls !== null) return nextOfCall(step, jobs, choice);
  if (!traitsOf(step.nodeType).callsAgent) {
    return step.wakeAt === undefined ? ACTIONS.signal(step, 0) : ACTIONS.waitOver(step);
  }
  const toCall = jobs.some(
    (it) => it.stepId === stepId && it.kind === 'agent-call' && it.attempt === attempt,
  );
  if (step.status === 'pending' || (toCall && step.attempt > 1 && choice % 2 === 1)) {
    return { kind: 'begin-agent-call', stepId, attempt };
  }
  const findings = choice === 0 ? [] : pick(FINDINGS, choice);
  return {
    kind: 'agent-returned',
    stepId,
    attempt,
    result: { passed: true, summary: 's', output: null, findings },
  };
}

/** The command that advances a step that calls a receiver or a channel. */
function nextOfCall(step: StepState, jobs: readonly StoredJob[], choice: number): Command {
  const { stepId, attempt } = step;
  const toBegin = jobs.some((it) => it.stepId === stepId && it.kind === 'call' && it.attempt === attempt);
  if (step.status === 'pending' || (toBegin && attempt > 1 && choice % 2 === 1))
    return ACTIONS.beginCall(step);
  if (step.output?.['httpStatus'] === 200) return ACTIONS.deferred(step, 0);
  return ACTIONS.callReturned(step, 0);
}

/** The command that advances a step that is itself a run. */
const nextOfRun = (step: StepState, choice: number): Command =>
  step.status === 'pending' && choice % 2 === 1 ? ACTIONS.runStarted(step) : ACTIONS.runEnded(step, 0);

/** One of the reviewers. A step that waits for none of them refuses the stranger. */
const oneOf = (reviewers: readonly string[], choice: number): string =>
  pick(reviewers.length > 0 ? reviewers : ['stranger'], choice);

/** The command that rejects an open step. */
function objectionTo(step: StepState, choice: number): Command {
  const { stepId } = step;
  if (!traitsOf(step.nodeType).decidedByPeople) {
    if (step.status === 'waiting') return resolutionOf(step, 'failure');
    if (traitsOf(step.nodeType).startsRuns) {
      return step.status === 'pending' && choice % 4 === 0
        ? ACTIONS.runRefused(step)
        : ACTIONS.runEnded(step, 1 + (choice % 3));
    }
    if (traitsOf(step.nodeType).finishedIn.length > 0 && traitsOf(step.nodeType).calls === null) {
      return ACTIONS.finish(step, 0);
    }
    return traitsOf(step.nodeType).calls === null
      ? ACTIONS.failed(step, choice)
      : ACTIONS.callFailed(step, choice);
  }
  const reviewerId = oneOf(step.waitingForReviewers, choice);
  const reason = pick([null, 'final', 'again'], choice >> 3);
  const round = roundOf(step, reviewerId);
  return { kind: 'record-decision', stepId, reviewerId, decision: 'reject', reason, round };
}

const roundOf = ({ people }: StepState, holder: string): number =>
  people?.places.find((it) => it.holder === holder)?.round ?? 1;

function resolutionOf({ stepId, output, resolutions }: StepState, status: 'success' | 'failure'): Command {
  const resolved = resolutions.map((it) => it.resolutionId);
  const open = findingIdsOf(output).find((it) => !resolved.includes(it));
  const resolutionId = open ?? `r${resolved.length}`;
  return { kind: 'record-resolution', stepId, resolutionId, status, output: null, errorMessage: 'e' };
}

/** One attempted action; its numbers pick from the options at that moment. */
export interface RandomAction {
  /** Kind of action: `advance` does what an open step waits for, `object` rejects it. */
  readonly kind: 'advance' | 'object' | keyof typeof ACTIONS;
  /** Picks the step. */
  readonly step: number;
  /** Picks the user and the details. */
  readonly choice: number;
  /** Time before the action, in ms. */
  readonly ms: number;
}

const FINDINGS = [[], null, [{ findingId: 'f1' }, { findingId: 'f2' }]] as const;

const CHILD = { definitionId: 'child', definitionVersion: 1 };
const ENDED = { message: null, output: {}, decision: null, deciders: [] } as const;
const RUN_ENDS: readonly RunEnd[] = [
  {
    ...ENDED,
    status: 'completed',
    decision: { decision: 'approve', approved: true },
    deciders: ['eve'],
  },
  {
    ...ENDED,
    status: 'completed',
    decision: { decision: 'reject', approved: false },
    deciders: ['eve'],
  },
  { ...ENDED, status: 'failed', message: 'm' },
  { ...ENDED, status: 'completed' },
  { ...ENDED, status: 'cancelled', output: null },
];

/** A response to a step that calls: of a receiver, or of a channel with two recipients. */
const answerTo = (
  calls: 'webhook' | 'notification' | null,
  choice: number,
): CommandOf<'call-returned'>['answer'] =>
  calls === 'notification'
    ? {
        kind: 'notification',
        recipients: 2,
        refused: pick([0, 1, 2] as const, choice),
        reference: pick([null, 'r'] as const, choice),
      }
    : {
        kind: 'webhook',
        status: pick([200, 422, 503] as const, choice),
        headers: {},
        text: '{"decision":"approve"}',
        json: { decision: 'approve' },
        truncated: false,
        retryAfterMs: null,
      };

/** A command of each kind on a given step; `choice` picks its details. */
const ACTIONS = {
  approve: ({ stepId }, choice) => ({
    kind: 'record-decision',
    stepId,
    reviewerId: pick(PEOPLE, choice),
    decision: 'approve',
    reason: null,
  }),
  reject: ({ stepId }, choice) => ({
    kind: 'record-decision',
    stepId,
    reviewerId: pick(PEOPLE, choice),
    decision: 'reject',
    reason: pick([null, 'final', 'again'], choice >> 3),
  }),
  resolution: ({ stepId }, choice) => ({
    kind: 'record-resolution',
    stepId,
    resolutionId: pick(['f1', 'f2', 'f3'], choice),
    status: pick(['success', 'failure'] as const, choice >> 2),
    output: null,
    errorMessage: 'e',
  }),
  force: ({ stepId }, choice) => ({
    kind: 'resolve-step',
    stepId,
    action: pick(
      [
        'force-approve',
        'force-reject',
        'force-complete',
        'force-fail',
        'reviewer-approve',
        'reviewer-reject',
      ] as const,
      choice,
    ),
    actorId: pick(PEOPLE, choice >> 3),
    output: { decision: 'approve', approved: true, note: 'kept' },
    reason: null,
  }),
  cancelStep: ({ stepId }) => ({ kind: 'cancel-step', stepId, actorId: 'ops', reason: null }),
  cancelExecution: () => ({ kind: 'cancel-execution', reason: null }),
  begin: ({ stepId, attempt }, choice) => ({
    kind: 'begin-agent-call',
    stepId,
    attempt: attempt + (choice % 7 === 0 ? 1 : 0),
  }),
  returned: ({ stepId, attempt }, choice) => ({
    kind: 'agent-returned',
    stepId,
    attempt,
    result: {
      passed: choice % 4 !== 0,
      summary: 's',
      output: { decision: 'approve' },
      findings: pick(FINDINGS, choice >> 2),
    },
  }),
  failed: ({ stepId, attempt }, choice) => ({
    kind: 'agent-failed',
    stepId,
    attempt,
    code: 'agent-error',
    message: 'm',
    retryable: choice % 3 !== 0,
  }),
  beginCall: ({ stepId, attempt }) => ({
    kind: 'begin-call',
    stepId,
    attempt,
    callback: { url: 'https://engine.example.com/', token: 't', tokenHeader: 'x-token' },
  }),
  callReturned: ({ stepId, attempt, nodeType }, choice) => ({
    kind: 'call-returned',
    stepId,
    attempt,
    answer: answerTo(traitsOf(nodeType).calls, choice),
  }),
  callFailed: ({ stepId, attempt }, choice) => ({
    kind: 'call-failed',
    stepId,
    attempt,
    code: 'webhook-unavailable',
    message: 'm',
    retryable: choice % 3 !== 0,
  }),
  callTimeout: ({ stepId }) => ({ kind: 'call-timed-out', stepId }),
  deferred: ({ stepId }, choice) => ({
    kind: 'complete-deferred',
    stepId,
    status: pick(['completed', 'failed'] as const, choice),
    output: null,
    error: null,
    fingerprint: 'f',
  }),
  waitOver: ({ stepId }) => ({ kind: 'wait-over', stepId }),
  signal: (_, choice) => ({
    kind: 'signal',
    name: SIGNAL,
    payload: { decision: 'approve', choice },
    key: choice % 3 === 1 ? { key: `key-${choice % 5}`, digest: digestOf(choice) } : null,
  }),
  beginRun: ({ stepId }) => ({ kind: 'begin-run', stepId }),
  runStarted: ({ stepId }) => ({ kind: 'run-started', stepId, ...CHILD }),
  runRefused: ({ stepId }) => ({ kind: 'run-refused', stepId, code: 'subflow-refused', message: 'm' }),
  runEnded: ({ stepId }, choice) => ({
    kind: 'run-ended',
    stepId,
    ...CHILD,
    end: pick(RUN_ENDS, choice),
  }),
  finish: ({ stepId }, choice) => ({
    kind: 'finish-step',
    stepId,
    action: pick(['fail', 'complete'] as const, choice),
    actorId: 'ops',
    output: { decision: 'approve', note: 'kept' },
    reason: null,
  }),
  ...PEOPLE_ACTIONS,
  deadline: ({ stepId }) => ({ kind: 'deadline-passed', stepId }),
  timeout: ({ stepId }) => ({ kind: 'agent-timed-out', stepId }),
  dispatch: () => ({ kind: 'dispatch' }),
} satisfies Record<string, (step: StepState, choice: number) => Command>;

type Kind = RandomAction['kind'];
const verbs = keysOf(PEOPLE_ACTIONS);
const wild = keysOf(ACTIONS).filter((it) => it !== 'cancelExecution' && it !== 'withdraw');
const kinds = fc.oneof(
  { weight: 60, arbitrary: fc.constant<Kind>('advance') },
  { weight: 15, arbitrary: fc.constant<Kind>('object') },
  { weight: 20, arbitrary: fc.constantFrom(...wild) },
  {
    weight: 20,
    arbitrary: fc.constantFrom(...verbs.filter((it) => it !== 'withdraw'), 'ask', 'tell', 'tell'),
  },
  { weight: 4, arbitrary: fc.constant<Kind>('deadline') },
  // A signal that no step waits for yet is kept.
  { weight: 4, arbitrary: fc.constant<Kind>('signal') },
  { weight: 1, arbitrary: fc.constant<Kind>('cancelExecution') },
);

/** Up to 80 actions, most of which advance the execution. */
export const randomActions: fc.Arbitrary<readonly RandomAction[]> = fc.array(
  fc.record({ kind: kinds, step: fc.nat(30), choice: fc.nat(1_000), ms: fc.nat(500) }),
  { maxLength: 80, size: 'max' },
);
