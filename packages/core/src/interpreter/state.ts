/** The state of one execution: plain JSON, never changed in place. It is the fold of the execution's events. */
import type { NodeType } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';

export type ExecutionStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
export type OpenStepStatus = 'pending' | 'running' | 'waiting';
export type EndedStepStatus = 'completed' | 'skipped' | 'failed' | 'breached' | 'cancelled';
export type StepStatus = OpenStepStatus | EndedStepStatus;
export type ReviewDecision = 'approve' | 'reject';

/** Why a step failed. */
export interface StepError {
  readonly code: string;
  readonly message: string;
}

export type FailureCode =
  | 'step-failed'
  | 'step-breached'
  | 'unhandled-rejection'
  | 'quorum-unreachable'
  | 'loop-exhausted'
  | 'step-limit-exceeded';

export interface FailureReason {
  readonly code: FailureCode;
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
  readonly definitionVersion: number;
  readonly correlationId: string;
  readonly idempotencyKey: string | null;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  readonly triggerContext: JsonObject;
  /** Of the run's own receiver, in place of its definition's; null: it has none. */
  readonly webhookUrl: string | null;
  readonly createdAt: number;
}

export interface RecordedDecision {
  readonly reviewerId: string;
  readonly decision: ReviewDecision;
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

export interface StepState {
  readonly stepId: string;
  readonly nodeId: string;
  readonly nodeType: NodeType;
  readonly status: StepStatus;
  /** Of the loop that the node is in; 1 outside loops. */
  readonly iteration: number;
  /** From 1. */
  readonly attempt: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  /** When it began to wait for people; null before. */
  readonly waitingSince: number | null;
  /** When it ended, in whatever way. */
  readonly completedAt: number | null;
  readonly dueAt: number | null;
  readonly input: JsonObject;
  /** What the step gave; what a human step has so far is derived from `decisions`. */
  readonly output: JsonObject | null;
  readonly error: StepError | null;
  readonly overridden: boolean;
  /** Reviewers who have not decided yet, while the step waits. */
  readonly waitingForReviewers: readonly string[];
  readonly decisions: readonly RecordedDecision[];
  readonly resolutions: readonly RecordedResolution[];
}

/** A group that is decided: in which round, and how. */
export interface GroupState {
  readonly groupId: string;
  readonly round: number;
  readonly outcome: 'met' | 'unreachable';
}

/** A loop that was rewound or exhausted. */
export interface LoopState {
  readonly loopId: string;
  readonly iteration: number;
  readonly exhausted: boolean;
}

export interface ExecutionState extends ExecutionHeader {
  readonly status: ExecutionStatus;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly cancelledAt: number | null;
  readonly failureReason: FailureReason | null;
  /** seq of the last event; it is the revision that a commit compares. 0 before the first event. */
  readonly seq: number;
  /** Time of the last event. */
  readonly updatedAt: number;
  readonly groups: readonly GroupState[];
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

export function isOpen(status: StepStatus): status is OpenStepStatus {
  return status === 'pending' || status === 'running' || status === 'waiting';
}

export function isTerminal(status: ExecutionStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
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
