/** State of one execution: immutable plain JSON, the fold of its events. */
import { keysOf } from '@org/approval-internal/lists';
import type { NodeType } from '../definition/definition.js';
import type { JsonObject, JsonValue } from '../definition/json.js';
import type { Presentation } from '../definition/presented.js';
import type { CancellingActor } from './actors.js';
import type { RecordChain } from './chain.js';
import type { ExecutionHeader } from './header.js';
import type { PeopleAnswer, PeopleState } from './people-state.js';
import type { StepPresentation } from './step-presentation.js';

/** Statuses of an execution, live or terminal. */
const EXECUTION = {
  pending: 'live',
  running: 'live',
  completed: 'terminal',
  failed: 'terminal',
  cancelled: 'terminal',
} as const satisfies Record<string, 'live' | 'terminal'>;

/** Statuses of a step, open or ended. */
const STEP = {
  pending: 'open',
  running: 'open',
  waiting: 'open',
  completed: 'ended',
  skipped: 'ended',
  failed: 'ended',
  breached: 'ended',
  cancelled: 'ended',
} as const satisfies Record<string, 'open' | 'ended'>;

type KeysWith<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T];

/** Status of an execution; `completed`, `failed` and `cancelled` are final. */
export type ExecutionStatus = keyof typeof EXECUTION;
export type OpenStepStatus = KeysWith<typeof STEP, 'open'>;
export type EndedStepStatus = KeysWith<typeof STEP, 'ended'>;
/** Status of a step: `pending`, `running` and `waiting` are open, all others ended. */
export type StepStatus = keyof typeof STEP;
export const EXECUTION_STATUSES = keysOf(EXECUTION);
export const STEP_STATUSES = keysOf(STEP);
/** Decision of a step. */
export type ReviewDecision = 'approve' | 'reject';
/** Decision of one reviewer. */
export type ReviewVote = ReviewDecision | 'abstain';

/** Actor and reason of a cancellation. */
export interface Cancellation {
  /** Id of the actor; `system:…` for the engine. */
  readonly actorId: string;
  /** Reason; null without one. */
  readonly reason: string | null;
}

/** Error of a failed step. */
export interface StepError {
  readonly code: string;
  readonly message: string;
}

type FailureCode =
  | 'step-failed'
  | 'step-breached'
  | 'unhandled-rejection'
  | 'quorum-unreachable'
  | 'loop-exhausted'
  | 'step-limit-exceeded'
  | 'execution-too-large'
  | 'expression-too-costly'
  | 'condition-path-missing'
  | 'condition-not-comparable'
  | 'no-branch-taken';

/** Reason of a failed execution. */
export interface FailureReason {
  /** Code of the unhandled ending, as in `unhandled-rejection`. */
  readonly code: FailureCode;
  /** Description of the failure. */
  readonly message: string;
  readonly stepId: string | null;
}

/** Used and revoked links of a step, by id. */
export interface LinkState {
  readonly used: readonly string[];
  readonly revoked: readonly string[];
}

/** Proof of a decider's identity: a token, or a personal link; null in process. */
export type Via =
  | {
      /** Kind of the proof. */
      readonly kind: 'token';
      /** User of the token; null without one. */
      readonly sub: string | null;
    }
  | {
      readonly kind: 'link';
      /** Id of the link. */
      readonly linkId: string;
    };

export interface RecordedDecision extends Partial<PeopleAnswer> {
  readonly reviewerId: string;
  readonly decision: ReviewVote;
  readonly reason: string | null;
  readonly recordedAt: number;
}

export interface RecordedResolution {
  readonly resolutionId: string;
  readonly status: 'success' | 'failure';
  readonly output: JsonObject | null;
  readonly errorMessage: string | null;
  readonly recordedAt: number;
}

/** A manual reminder. */
export interface RemindedByHand {
  readonly actorId: string;
  readonly userIds: readonly string[];
}

/** Manual reminders of a step. */
export interface HandReminders {
  /** Number of reminders. */
  readonly count: number;
  /** Last reminder per user: its actor, and its time in ms since the epoch. */
  readonly last: readonly { readonly userId: string; readonly actorId: string; readonly at: number }[];
}

/** State of a step, one start of a node. */
export interface StepState {
  readonly stepId: string;
  readonly nodeId: string;
  /** Kind of the node. */
  readonly nodeType: NodeType;
  /** Status of the step. */
  readonly status: StepStatus;
  /** Iteration of the loop around the node; 1 outside loops. */
  readonly iteration: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Time of creation, in ms since the epoch. */
  readonly createdAt: number;
  /** Time of the start, in ms since the epoch; null before. */
  readonly startedAt: number | null;
  /** Time since which the step waited for people; null before. */
  readonly waitingSince: number | null;
  /** Time of the end, in ms since the epoch; null before. */
  readonly completedAt: number | null;
  /** Deadline, in ms since the epoch; null without one. */
  readonly dueAt: number | null;
  /** Input of the step. */
  readonly input: JsonObject;
  /** Output of the step. The partial output of a human step is derived from `decisions`. */
  readonly output: JsonObject | null;
  /** Error of a failed step, else null. */
  readonly error: StepError | null;
  /** True if an administrator resolved the step by force. */
  readonly overridden: boolean;
  /** Fingerprint of a deferred agent's result; null before its callback. */
  readonly callback: string | null;
  /** Reviewers who are asked and have not decided. */
  readonly waitingForReviewers: readonly string[];
  /** Decisions in the order recorded. */
  readonly decisions: readonly RecordedDecision[];
  /** Resolutions of findings in the order recorded. */
  readonly resolutions: readonly RecordedResolution[];
  /** Used and revoked links; absent before the first. */
  readonly links?: LinkState;
  /** People of the step; absent if they are those of the node, or not found yet. */
  readonly people?: PeopleState;
  /** Last attempt of its agent that was begun; absent before the first. */
  readonly begun?: number;
  /** Time at which a wait ends by itself, in ms since the epoch; absent for any other step. */
  readonly wakeAt?: number;
  /** Id of the run that it started; absent before, and for any other step. */
  readonly child?: string;
  /** Users who decided in that run; absent before, and without any. */
  readonly deciders?: readonly string[];
  /** Indexes of given reminders; absent before the first. */
  readonly reminded?: readonly number[];
  /** Manual reminders; absent before the first. */
  readonly handReminders?: HandReminders;
  /** seq of the event that ended the step; absent before, and in steps of earlier versions. */
  readonly endedSeq?: number;
  /** Group, loop or end that cancelled the step; absent for any other step. */
  readonly cancelledBy?: CancellingActor;
  /** Own presentation, beside that of the execution; absent without one. */
  readonly presentation?: StepPresentation;
}

/** A decided group, with its iteration and outcome. */
export interface GroupState {
  readonly groupId: string;
  readonly iteration: number;
  readonly outcome: 'met' | 'unreachable';
}

/** A loop that was rewound or exhausted. */
export interface LoopState {
  readonly loopId: string;
  readonly iteration: number;
  readonly exhausted: boolean;
}

/** A signal that no step waited for yet. */
export interface KeptSignal {
  /** seq of the event that brought it. */
  readonly seq: number;
  readonly name: string;
  readonly payload: JsonValue;
}

/** An idempotency key of a signal. */
export interface SignalKey {
  readonly key: string;
  /** Digest of the signal's name and payload. */
  readonly digest: string;
}

/** Signals of an execution. */
export interface SignalsState {
  /** Kept signals, the oldest first. */
  readonly kept: readonly KeptSignal[];
  /** Latest keys, to detect repeats. */
  readonly keys: readonly SignalKey[];
}

/** State of an execution, the fold of its events. */
export interface ExecutionState extends ExecutionHeader {
  /** Status of the execution. */
  readonly status: ExecutionStatus;
  /** Time of its first step's start, in ms since the epoch; null before. */
  readonly startedAt: number | null;
  /** Time of its end, in ms since the epoch; null before. */
  readonly completedAt: number | null;
  /** Time of its cancellation, in ms since the epoch; null before. */
  readonly cancelledAt: number | null;
  /** Reason of a failed execution, else null. */
  readonly failureReason: FailureReason | null;
  /** Outcome of a completed execution, else null; absent in states of earlier versions. */
  readonly outcome?: string | null;
  /** seq of the last event, the revision that a commit compares; 0 before the first event. */
  readonly seq: number;
  /** Time of the last event. */
  readonly updatedAt: number;
  /** Decided groups. */
  readonly groups: readonly GroupState[];
  /** Loops that were rewound or exhausted. */
  readonly loops: readonly LoopState[];
  /** Signals; absent before the first. */
  readonly signals?: SignalsState;
  /** Presentation to show before a decision; absent without one. */
  readonly presentation?: Presentation;
  /** Chain of its record, which the fold leaves alone; absent without one. */
  readonly chain?: RecordChain;
  /** Steps in the order of creation. */
  readonly steps: readonly StepState[];
}

/** Returns the state before the first event. Lists every field, for one shape of all states. */
export function initialState(header: ExecutionHeader): ExecutionState {
  return {
    workspaceId: header.workspaceId,
    executionId: header.executionId,
    definitionUid: header.definitionUid,
    definitionId: header.definitionId,
    definitionVersion: header.definitionVersion,
    correlationId: header.correlationId,
    idempotencyKey: header.idempotencyKey,
    organizationId: header.organizationId,
    documentId: header.documentId,
    triggerContext: header.triggerContext,
    webhookUrl: header.webhookUrl,
    createdAt: header.createdAt,
    ...(header.parties !== undefined && { parties: header.parties }),
    ...(header.parent !== undefined && { parent: header.parent }),
    ...(header.startedBy !== undefined && { startedBy: header.startedBy }),
    status: 'pending',
    startedAt: null,
    completedAt: null,
    cancelledAt: null,
    failureReason: null,
    outcome: null,
    seq: 0,
    updatedAt: header.createdAt,
    groups: NONE,
    loops: NONE,
    steps: NONE,
  };
}

const NONE: readonly never[] = Object.freeze([]);

/** Returns true if a step with this status is open. */
export function isOpen(status: StepStatus): status is OpenStepStatus {
  return STEP[status] === 'open';
}

/** Returns true if an execution with this status has ended. */
export function isTerminal(status: ExecutionStatus): boolean {
  return EXECUTION[status] === 'terminal';
}

/** Returns true if the step ended with a rejection by its people or its agent. */
export function isRejected(step: StepState): boolean {
  return step.status === 'completed' && step.output?.['decision'] === 'reject';
}

export function isApproved(step: StepState): boolean {
  return step.status === 'completed' && step.output?.['decision'] === 'approve';
}

/** Position of the step, or -1. Searches from the end, as recent steps are needed most. */
export function stepIndex(steps: readonly StepState[], stepId: string): number {
  for (let index = steps.length - 1; index >= 0; index--) {
    if (steps[index]?.stepId === stepId) return index;
  }
  return -1;
}

export function findStep(state: ExecutionState, stepId: string): StepState | null {
  return state.steps[stepIndex(state.steps, stepId)] ?? null;
}
