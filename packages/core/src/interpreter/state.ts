/** The state of one execution: plain JSON, never changed in place. It is the fold of the execution's events. */
import type { NodeType } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';
import type { ExecutionHeader } from './header.js';
import type { PeopleAnswer, PeopleState } from './people-state.js';

/** Every status of an execution, and whether it is the last. */
const EXECUTION = {
  pending: 'live',
  running: 'live',
  completed: 'terminal',
  failed: 'terminal',
  cancelled: 'terminal',
} as const satisfies Record<string, 'live' | 'terminal'>;

/** Every status of a step, and whether something can still happen to it. */
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

/** Status of an execution; `completed`, `failed` and `cancelled` never change again. */
export type ExecutionStatus = keyof typeof EXECUTION;
export type OpenStepStatus = KeysWith<typeof STEP, 'open'>;
export type EndedStepStatus = KeysWith<typeof STEP, 'ended'>;
/** Status of a step; it is open as `pending`, `running` or `waiting`, and ended otherwise. */
export type StepStatus = keyof typeof STEP;
export const EXECUTION_STATUSES = Object.keys(EXECUTION) as ExecutionStatus[];
export const STEP_STATUSES = Object.keys(STEP) as StepStatus[];
/** How a step was decided. */
export type ReviewDecision = 'approve' | 'reject';
/** What one person answered. */
export type ReviewVote = ReviewDecision | 'abstain';

/** Who stopped a step, and why. */
export interface Cancellation {
  /** Who did it; `system:…` for the engine. */
  readonly actorId: string;
  /** Why; null when nobody said. */
  readonly reason: string | null;
}

/** Why a step failed. */
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
  | 'expression-too-costly';

/** Why an execution failed. */
export interface FailureReason {
  /** What kind of ending nothing handled, as in `unhandled-rejection`. */
  readonly code: FailureCode;
  /** What happened. */
  readonly message: string;
  readonly stepId: string | null;
}

/** What became of the links of a step, by their ids. */
export interface LinkState {
  readonly used: readonly string[];
  readonly revoked: readonly string[];
}

/** How whoever decided proved who they are: by a token, or by a link that was made for them; null: in process. */
export type Via =
  | {
      /** By what. */
      readonly kind: 'token';
      /** The user of the token; null: it names none. */
      readonly sub: string | null;
    }
  | {
      readonly kind: 'link';
      /** Which link. */
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

/** Who reminded whom by hand. */
export interface RemindedByHand {
  readonly actorId: string;
  readonly userIds: readonly string[];
}

/** What was reminded of a step by hand. */
export interface HandReminders {
  /** How often. */
  readonly count: number;
  /** Whoever was reminded: by whom last, and when, in ms since the epoch. */
  readonly last: readonly { readonly userId: string; readonly actorId: string; readonly at: number }[];
}

/** Everything about a step: one start of a node. */
export interface StepState {
  readonly stepId: string;
  readonly nodeId: string;
  /** Kind of its node. */
  readonly nodeType: NodeType;
  /** How far it is. */
  readonly status: StepStatus;
  /** Iteration of the loop that the node is in; 1 outside loops. */
  readonly iteration: number;
  /** From 1. */
  readonly attempt: number;
  /** When it was scheduled, in ms since the epoch. */
  readonly createdAt: number;
  /** When it started, in ms since the epoch; null until then. */
  readonly startedAt: number | null;
  /** When it began to wait for people; null before. */
  readonly waitingSince: number | null;
  /** When it ended, in whatever way. */
  readonly completedAt: number | null;
  /** When it is breached, in ms since the epoch; null without an `slaMs`. */
  readonly dueAt: number | null;
  /** What it was started with. */
  readonly input: JsonObject;
  /** What the step gave; what a human step has so far is derived from `decisions`. */
  readonly output: JsonObject | null;
  /** Why it failed; null unless it did. */
  readonly error: StepError | null;
  /** Whether an administrator resolved it by force. */
  readonly overridden: boolean;
  /** Fingerprint of the result that a deferred agent called back with; null: it has not. */
  readonly callback: string | null;
  /** Reviewers who have not decided yet, while the step waits. */
  readonly waitingForReviewers: readonly string[];
  /** What reviewers decided, in the order in which it was recorded. */
  readonly decisions: readonly RecordedDecision[];
  /** How findings were resolved, in the order in which it was recorded. */
  readonly resolutions: readonly RecordedResolution[];
  /** Links that were used or revoked; absent before the first. */
  readonly links?: LinkState;
  /** Who decides it; absent where the node alone says so, and until they are resolved. */
  readonly people?: PeopleState;
  /** The attempt of its agent that was begun last; absent before the first. */
  readonly begun?: number;
  /** Reminders that were given, by their index; absent before the first. */
  readonly reminded?: readonly number[];
  /** What was reminded of it by hand; absent before the first. */
  readonly handReminders?: HandReminders;
  /** seq of the event that ended it; absent before, and where an earlier version ended it. */
  readonly endedSeq?: number;
}

/** A group that is decided: in which iteration, and how. */
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

/** Everything about an execution: the fold of its events. */
export interface ExecutionState extends ExecutionHeader {
  /** How far it is. */
  readonly status: ExecutionStatus;
  /** When its first step started, in ms since the epoch; null until then. */
  readonly startedAt: number | null;
  /** When it ended, in ms since the epoch; null until then. */
  readonly completedAt: number | null;
  /** When it was cancelled, in ms since the epoch; null until then. */
  readonly cancelledAt: number | null;
  /** Why it failed; null unless it did. */
  readonly failureReason: FailureReason | null;
  /** seq of the last event; it is the revision that a commit compares. 0 before the first event. */
  readonly seq: number;
  /** Time of the last event. */
  readonly updatedAt: number;
  /** Groups that are decided. */
  readonly groups: readonly GroupState[];
  /** Loops that were rewound or exhausted. */
  readonly loops: readonly LoopState[];
  /** In the order of creation. */
  readonly steps: readonly StepState[];
}

/** The state before the first event. Field by field, so that all states have one shape for the JavaScript engine. */
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
    status: 'pending',
    startedAt: null,
    completedAt: null,
    cancelledAt: null,
    failureReason: null,
    seq: 0,
    updatedAt: header.createdAt,
    groups: NONE,
    loops: NONE,
    steps: NONE,
  };
}

const NONE: readonly never[] = Object.freeze([]);

/** Whether a step with this status is still to end. */
export function isOpen(status: StepStatus): status is OpenStepStatus {
  return STEP[status] === 'open';
}

/** Whether an execution with this status has ended. */
export function isTerminal(status: ExecutionStatus): boolean {
  return EXECUTION[status] === 'terminal';
}

/** Whether the step ended with a rejection by its people or its agent. */
export function isRejected(step: StepState): boolean {
  return step.status === 'completed' && step.output?.['decision'] === 'reject';
}

export function isApproved(step: StepState): boolean {
  return step.status === 'completed' && step.output?.['decision'] === 'approve';
}

/** Position of the step, or -1. Looks from the end: the youngest steps are asked for most. */
export function stepIndex(steps: readonly StepState[], stepId: string): number {
  for (let index = steps.length - 1; index >= 0; index--) {
    if (steps[index]?.stepId === stepId) return index;
  }
  return -1;
}

export function findStep(state: ExecutionState, stepId: string): StepState | null {
  return state.steps[stepIndex(state.steps, stepId)] ?? null;
}
