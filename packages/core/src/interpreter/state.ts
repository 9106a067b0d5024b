/** The state of one execution: plain JSON, never changed in place. It is the fold of the execution's events. */
import type { NodeType } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';

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

/** What is known of an execution before its first event, and never changes. Times in ms since the epoch. */
export interface ExecutionHeader {
  readonly workspaceId: string;
  readonly executionId: string;
  /** Names one created definition for ever, also when its definitionId is used again. */
  readonly definitionUid: string;
  readonly definitionId: string;
  /** The version that it runs, to its end. */
  readonly definitionVersion: number;
  readonly correlationId: string;
  /** The key of the dispatch, unique in the workspace; null without one. */
  readonly idempotencyKey: string | null;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  /** What the run is about. */
  readonly triggerContext: JsonObject;
  /** Address of the run's own receiver, in place of its definition's; null: it has none. */
  readonly webhookUrl: string | null;
  /** When it was dispatched, in ms since the epoch. */
  readonly createdAt: number;
  /** Who started it, who worked on what, and on what; absent where the dispatch said nothing of it. */
  readonly parties?: Parties;
}

/**
 * Who and what a run is about, beside its people (contract section 17).
 * @see docs/reference/contract.md#17-people
 */
export interface Parties {
  /** Who started it; null: nobody was named. */
  readonly initiatorId: string | null;
  /** Who worked on the subject, each once. */
  readonly contributorIds: readonly string[];
  /** Whether initiator and contributors are kept from deciding on every node. */
  readonly enforceSeparation: boolean;
  /** What is to be approved; null: it was not named. */
  readonly subject: Subject | null;
  /** The newest revisions that came with a key, so that a repeat is known; absent before the first. */
  readonly revisions?: readonly KeyedRevision[];
}

/** A revision that may be called again with the same key. */
export interface KeyedRevision {
  /** Who asked for it; a key is theirs alone. */
  readonly actorId: string;
  /** Its idempotencyKey. */
  readonly key: string;
  /** The subject that it made; absent where an earlier release kept the key. */
  readonly digest?: string;
}

/** What is to be approved. */
export interface Subject {
  /** Digest of it, as in `sha256:…`. */
  readonly digest: string;
  /** The host's own id of it; null without one. */
  readonly ref: string | null;
  /** Which state of it; null without one. */
  readonly revision: string | null;
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

/** What an answer on a people node has beside (contract section 17). */
export interface PeopleAnswer {
  /** For whom it was given; null: for themselves. */
  readonly onBehalfOf: string | null;
  readonly reasonCode: string | null;
  /** What an approval filled in. */
  readonly values: JsonObject | null;
  /** Digest of the subject that it was given on. */
  readonly subjectDigest: string | null;
  /** Of the place. */
  readonly round: number;
}

/** One person's place in a step (contract section 17). */
export interface Place {
  /** Who was found for it. */
  readonly userId: string;
  /** Who answers. */
  readonly holder: string;
  /** The entries that name it, by index. */
  readonly entries: readonly number[];
  readonly weight: number;
  readonly veto: boolean;
  readonly order: number;
  /** How often it was to be answered, the current time included. */
  readonly round: number;
  /** Whether its turn has come. */
  readonly asked: boolean;
  /** Whoever held it may not decide any more, and nobody answers it. */
  readonly lost?: boolean;
  /** Who added it while the step waited; such a place has no entries. */
  readonly addedBy?: string;
  /** How it went from hand to hand. */
  readonly delegations?: readonly Delegation[];
  /** The rounds whose answers were taken back. */
  readonly retracted?: readonly number[];
}

export interface Delegation {
  readonly from: string;
  readonly to: string;
  readonly actorId: string;
  readonly at: number;
  readonly reason: string | null;
}

/** Who decides a step. Parts that are absent are empty. */
export interface PeopleState {
  /** In the order in which they were found. */
  readonly places: readonly Place[];
  /** The people of chains, level by level, by the userIds of their places. */
  readonly chains?: readonly Chain[];
  /** Live or not: whoever looks compares `until` with the time. */
  readonly claims?: readonly PoolClaim[];
  readonly questions?: readonly Question[];
  /** How the deadline stands while questions are open; absent before the first. */
  readonly pause?: Pause;
  /** Who answered, and for whom, where the answer stands no more. */
  readonly past?: readonly string[];
  /** Whether substitutes may answer on places that no pool names. */
  readonly substitutes?: boolean;
  /** Which entries are pools, where substitutes may answer; absent where none is, and in states of before it was kept. */
  readonly pools?: readonly number[];
}

export interface Chain {
  readonly entry: number;
  readonly levels: readonly string[];
}

export interface PoolClaim {
  readonly userId: string;
  readonly entry: number;
  readonly until: number;
}

export interface Question {
  readonly questionId: string;
  readonly by: string;
  readonly of: string;
  readonly question: string;
  readonly askedAt: number;
  readonly answer: string | null;
  readonly answeredAt: number | null;
  /** The key that it was asked with, so that a repeat is known; absent without one. */
  readonly key?: string;
}

export interface Pause {
  /** The deadline without any pause. */
  readonly deadline: number;
  readonly usedMs: number;
  /** Since when questions are open; null: none is. */
  readonly since: number | null;
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
