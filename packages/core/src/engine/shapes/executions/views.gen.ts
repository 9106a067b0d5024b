// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { ExecutionStatus, StepStatus } from '../../../interpreter/state.js';
import type { JsonObject } from '../../../definition/json.js';
import type { NodeType } from '../../../nodes/schema.js';
import type { PeopleView } from './people.gen.js';

/** Why a step failed. */
export interface StepErrorView {
  /** What kind of fault it was, as in `agent-timeout`. */
  code: string;
  /** What happened. */
  message: string;
}

/** A step: one start of a node in one execution. */
export interface StepView {
  /** Id of the step, unique in its execution and the same in every process. */
  stepId: string;
  /** The node that it is a step of. */
  nodeId: string;
  /** Kind of that node. */
  nodeType: NodeType;
  /** Open as `pending`, `running` (its agent is called) or `waiting` (for people), and ended otherwise. */
  status: StepStatus;
  /** The group that counts it; null without one. */
  groupId: string | null;
  /** Iteration of the loop around the node; 1 outside loops. */
  iteration: number;
  /** Number of the call of its agent, from 1. */
  attempt: number;
  /** When it started, in ms since the epoch; null until then. */
  startedAt: number | null;
  /** When it ended, in ms since the epoch; null until then. */
  completedAt: number | null;
  /** When it is breached, in ms since the epoch; null without an `slaMs`. */
  dueAt: number | null;
  /** What it was started with. */
  input: JsonObject;
  /** What it gave, or what was recorded so far; null before there is anything. */
  output: JsonObject | null;
  /** Why it failed; null unless it did. */
  error: StepErrorView | null;
  /** Whether an administrator resolved it by force. */
  overridden: boolean;
  /** Who decides it; null for a step of no people, and until they are found. */
  people: PeopleView | null;
}

/** Why an execution failed. */
export interface FailureReasonView {
  /** What kind of ending nothing handled, as in `unhandled-rejection`. */
  code: string;
  /** What happened. */
  message: string;
  /** The step that it happened to; null when it is about none alone. */
  stepId: string | null;
}

/** What is to be approved, as it is now. */
export interface SubjectView {
  /** Digest of it, as in `sha256:…`. */
  digest: string;
  /** The host's own id of it; null without one. */
  ref: string | null;
  /** Which state of it; null without one. */
  revision: string | null;
}

/** A run of a definition, without its steps. */
export interface ExecutionSummaryView {
  /** Id of the execution, unique in its workspace. */
  executionId: string;
  /** The definition that it runs. */
  definitionId: string;
  /** The version that it runs, to its end. */
  definitionVersion: number;
  /** `pending` until its first step starts, then `running`, until it ends once. */
  status: ExecutionStatus;
  /** The host's own id, as the dispatch gave it, or one that was made. */
  correlationId: string;
  /** The key of the dispatch; null without one. */
  idempotencyKey: string | null;
  /** What the run is about, as the dispatch gave it. */
  triggerContext: JsonObject;
  /** Organization that the dispatch named; null without one. */
  organizationId: string | null;
  /** Document that the dispatch named; null without one. */
  documentId: string | null;
  /** When it was dispatched, in ms since the epoch. */
  createdAt: number;
  /** When its first step started, in ms since the epoch; null until then. */
  startedAt: number | null;
  /** When it ended, in ms since the epoch; null until then. */
  completedAt: number | null;
  /** When it was cancelled, in ms since the epoch; null until then. */
  cancelledAt: number | null;
  /** Why it failed; null unless it did. */
  failureReason: FailureReasonView | null;
  /** Who started it; null when nobody was named. */
  initiatorId: string | null;
  /** Who worked on what is to be approved. */
  contributorIds: string[];
  /** What is to be approved; null when it was not named. */
  subject: SubjectView | null;
}

/** A run of a definition, with its steps. */
export interface ExecutionView {
  /** Id of the execution, unique in its workspace. */
  executionId: string;
  /** The definition that it runs. */
  definitionId: string;
  /** The version that it runs, to its end. */
  definitionVersion: number;
  /** `pending` until its first step starts, then `running`, until it ends once. */
  status: ExecutionStatus;
  /** The host's own id, as the dispatch gave it, or one that was made. */
  correlationId: string;
  /** The key of the dispatch; null without one. */
  idempotencyKey: string | null;
  /** What the run is about, as the dispatch gave it. */
  triggerContext: JsonObject;
  /** Organization that the dispatch named; null without one. */
  organizationId: string | null;
  /** Document that the dispatch named; null without one. */
  documentId: string | null;
  /** When it was dispatched, in ms since the epoch. */
  createdAt: number;
  /** When its first step started, in ms since the epoch; null until then. */
  startedAt: number | null;
  /** When it ended, in ms since the epoch; null until then. */
  completedAt: number | null;
  /** When it was cancelled, in ms since the epoch; null until then. */
  cancelledAt: number | null;
  /** Why it failed; null unless it did. */
  failureReason: FailureReasonView | null;
  /** Who started it; null when nobody was named. */
  initiatorId: string | null;
  /** Who worked on what is to be approved. */
  contributorIds: string[];
  /** What is to be approved; null when it was not named. */
  subject: SubjectView | null;
  /** Its steps, in the order of creation. */
  steps: StepView[];
}
