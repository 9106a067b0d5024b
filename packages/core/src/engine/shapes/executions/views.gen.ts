// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { ExecutionStatus, StepStatus } from '../../../interpreter/state.js';
import type { JsonObject } from '../../../definition/json.js';
import type { NodeType } from '../../../nodes/schema.js';
import type { PeopleView } from './people.gen.js';
import type { Presentation } from '../../../definition/presented.gen.js';

/** Error of a failed step. */
export interface StepErrorView {
  /** Code of the fault, as in `agent-timeout`. */
  code: string;
  /** Description of the fault. */
  message: string;
}

/** A substitute who may decide a step now. */
export interface SubstituteView {
  /** User who may decide. */
  userId: string;
  /** Absent reviewer whom they substitute. */
  onBehalfOf: string;
}

/** Run that a step started. */
export interface ChildRunView {
  /** Id of the execution. */
  executionId: string;
}

/** A step: one start of a node in one execution. */
export interface StepView {
  /** Id of the step, unique in its execution and the same in every process. */
  stepId: string;
  /** The node that it is a step of. */
  nodeId: string;
  /** Kind of that node. */
  nodeType: NodeType;
  /**
   * Open as `pending`, `running` (its agent is called) or `waiting` (for people), and ended
   * otherwise.
   */
  status: StepStatus;
  /** The group that counts it; null without one. */
  groupId: string | null;
  /** Iteration of the loop around the node; 1 outside loops. */
  iteration: number;
  /** Number of the call of its agent, from 1. */
  attempt: number;
  /** Time in ms since the epoch when it started; null until then. */
  startedAt: number | null;
  /** Time in ms since the epoch when it ended; null until then. */
  completedAt: number | null;
  /** Deadline in ms since the epoch; null without an `slaMs`. */
  dueAt: number | null;
  /** Time in ms since the epoch when its wait ends by itself; null for any other step. */
  wakeAt: number | null;
  /** Run that it started; null for any other step, and until then. */
  child: ChildRunView | null;
  /** Input of the step. */
  input: JsonObject;
  /** Output, or the results so far; null before the first. */
  output: JsonObject | null;
  /** Error of a failed step; null otherwise. */
  error: StepErrorView | null;
  /** True if an administrator forced its resolution. */
  overridden: boolean;
  /** Its reviewers; null for a step without people, and until they are resolved. */
  people: PeopleView | null;
  /**
   * Presentation of a request for a decision: that of the execution, with that of the node;
   * null without either.
   */
  presentation: Presentation | null;
  /** Substitutes who may decide the step now. */
  substitutes: SubstituteView[];
}

/** Cause of an execution's failure. */
export interface FailureReasonView {
  /** Kind of the unhandled ending, as in `unhandled-rejection`. */
  code: string;
  /** Description of the failure. */
  message: string;
  /** The step that it happened to; null when it is about none alone. */
  stepId: string | null;
}

/** Current subject of the approval. */
export interface SubjectView {
  /** Digest of it, as in `sha256:…`. */
  digest: string;
  /** The host's own id of it; null without one. */
  ref: string | null;
  /** Revision of it; null without one. */
  revision: string | null;
}

/** Step that started an execution. */
export interface ParentStepView {
  /** Id of the execution. */
  executionId: string;
  /** Id of its step. */
  stepId: string;
}

/** Cause of an execution. */
export interface StartedByView {
  /**
   * A dispatch, an inbound trigger, a schedule, a host event, or a step of another execution.
   */
  kind: 'dispatch' | 'inbound' | 'schedule' | 'event' | 'step';
  /** Id of the trigger; null without one. */
  triggerId: string | null;
  /** Id of the host event; null without one. */
  id: string | null;
}

/** Record of an execution. */
export interface RecordView {
  /** First event that the record covers, from 1. */
  from: number;
  /** Last event that the record covers. */
  seq: number;
  /** Hash of all of them, as hex. Keep it to show later that none was changed. */
  head: string;
}

/** An execution of a definition, without its steps. */
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
  /** Input of the execution, as dispatched. */
  triggerContext: JsonObject;
  /** Organization that the dispatch named; null without one. */
  organizationId: string | null;
  /** Document that the dispatch named; null without one. */
  documentId: string | null;
  /** Time of the dispatch, in ms since the epoch. */
  createdAt: number;
  /** Time in ms since the epoch when its first step started; null until then. */
  startedAt: number | null;
  /** Time in ms since the epoch when it ended; null until then. */
  completedAt: number | null;
  /** Time in ms since the epoch when it was cancelled; null until then. */
  cancelledAt: number | null;
  /** Cause of its failure; null unless it failed. */
  failureReason: FailureReasonView | null;
  /**
   * Outcome of a completed execution, as in `approved` or `rejected`; null until then, and if
   * nothing decided it.
   */
  outcome: string | null;
  /** Initiator; null when none was named. */
  initiatorId: string | null;
  /** Contributors to the subject. */
  contributorIds: string[];
  /** Subject of the approval; null when none was named. */
  subject: SubjectView | null;
  /** Step of another execution that started it; null if none did. */
  parent: ParentStepView | null;
  /** Cause of the execution. */
  startedBy: StartedByView;
  /** Presentation to show before a decision; null without one. */
  presentation: Presentation | null;
}

/** An execution of a definition, with its steps. */
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
  /** Input of the execution, as dispatched. */
  triggerContext: JsonObject;
  /** Organization that the dispatch named; null without one. */
  organizationId: string | null;
  /** Document that the dispatch named; null without one. */
  documentId: string | null;
  /** Time of the dispatch, in ms since the epoch. */
  createdAt: number;
  /** Time in ms since the epoch when its first step started; null until then. */
  startedAt: number | null;
  /** Time in ms since the epoch when it ended; null until then. */
  completedAt: number | null;
  /** Time in ms since the epoch when it was cancelled; null until then. */
  cancelledAt: number | null;
  /** Cause of its failure; null unless it failed. */
  failureReason: FailureReasonView | null;
  /**
   * Outcome of a completed execution, as in `approved` or `rejected`; null until then, and if
   * nothing decided it.
   */
  outcome: string | null;
  /** Initiator; null when none was named. */
  initiatorId: string | null;
  /** Contributors to the subject. */
  contributorIds: string[];
  /** Subject of the approval; null when none was named. */
  subject: SubjectView | null;
  /** Step of another execution that started it; null if none did. */
  parent: ParentStepView | null;
  /** Cause of the execution. */
  startedBy: StartedByView;
  /** Presentation to show before a decision; null without one. */
  presentation: Presentation | null;
  /** Its record; null without one. */
  record: RecordView | null;
  /** Its steps, in the order of creation. */
  steps: StepView[];
}
