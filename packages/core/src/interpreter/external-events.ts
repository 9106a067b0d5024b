/** The events that hosts and receivers see, with what they say (contract section 11). */
import type { ResolutionPolicy } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';
import type { FailureReason, ReviewDecision, ReviewVote, StepError } from './state.js';

/** Who stopped a step, and why. */
export interface Cancellation {
  /** Who did it; `system:…` for the engine. */
  readonly actorId: string;
  /** Why; null when nobody said. */
  readonly reason: string | null;
}

/**
 * Why others are asked than before. `order`: the mandatory entries of the lower orders are satisfied; `separation`:
 * somebody must not decide any more; `reset`: what was approved is another.
 */
export type AssignmentCause = 'order' | 'delegated' | 'added' | 'separation' | 'reset';

/** Data of the events that leave the engine, exactly as they are stored. Times in ms since the epoch. */
export interface ExternalEventData {
  /** A run was started. */
  'execution.dispatched': {
    /** Which definition runs. */
    readonly definitionId: string;
    /** The version that the run stays on. */
    readonly definitionVersion: number;
    /** Steps that it starts with. */
    readonly rootStepIds: readonly string[];
  };
  /** A step waits for people, or for resolutions of what its agent found. */
  'step.awaiting-approval': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Kind of the node. */
    readonly nodeType: NodeType;
    /** Who is asked now, by userId. */
    readonly waitingForReviewers: readonly string[];
    /** How many entries are mandatory, each level of a chain counted as one; 0 for an agent. */
    readonly mandatoryCount: number;
    /** What people are asked. */
    readonly commentBody: string | null;
    /** When it is due, in ms since the epoch; null without a deadline. */
    readonly dueAt: number | null;
    /** Agents only. */
    readonly resolutionPolicy?: ResolutionPolicy;
    /** Agents only; null when none were declared. */
    readonly findings?: readonly JsonObject[] | null;
  };
  /** Somebody answered on a people node; before what follows from it. */
  'step.answered': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Who answered. */
    readonly reviewerId: string;
    /** For whom, where a substitute answered; null otherwise. */
    readonly onBehalfOf: string | null;
    /** What was decided. */
    readonly decision: ReviewVote;
    /** Why, as one of the reason codes of the node. */
    readonly reasonCode: string | null;
    /** Round of the place that was answered. */
    readonly round: number;
    /** Digest of what was decided on; null where it was not named. */
    readonly subjectDigest: string | null;
  };
  /** Others are asked now, or somebody is asked no more. */
  'step.assigned': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Why others are asked. */
    readonly cause: AssignmentCause;
    /** Who did it; `system:…` for the engine. */
    readonly actorId: string;
    /** Who is asked from now on. */
    readonly added: readonly string[];
    /** Who is asked no more. */
    readonly removed: readonly string[];
    /** Who is asked now, by userId. */
    readonly waitingForReviewers: readonly string[];
  };
  /** Somebody took an answer back; `round` is the one that the next answer has to name. */
  'step.answer-retracted': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Whose answer it was. */
    readonly reviewerId: string;
    /** For whom, where a substitute answered; null otherwise. */
    readonly onBehalfOf: string | null;
    /** Round of the place from now on. */
    readonly round: number;
  };
  /** A reviewer asked somebody for information; what, the view alone says. */
  'step.question-asked': QuestionData;
  /** A question of a reviewer was answered. */
  'step.question-answered': QuestionData;
  /** Those who are asked, or owe an answer to a question, are reminded. */
  'step.reminder': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Index of the reminder in the node; null: somebody reminded them by hand. */
    readonly level: number | null;
    /** Who is reminded. */
    readonly userIds: readonly string[];
    /** When it is due, in ms since the epoch; null without a deadline. */
    readonly dueAt: number | null;
  };
  /** A step is completed, approved or rejected: `decision` says which. */
  'step.completed': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Kind of the node. */
    readonly nodeType: NodeType;
    /** Human steps and blocking agents; null after a force-complete. */
    readonly decision?: ReviewDecision | null;
    /** Where people or an administrator ended it, or its findings were resolved; not of an agent that does not block. */
    readonly aggregatorStatus?: 'resolved';
    /** Agents only. */
    readonly agentId?: string;
  };
  /** A step has failed for good. */
  'step.failed': {
    /** The node of the step. */
    readonly nodeId: string;
    /** What went wrong. */
    readonly error: StepError;
    /** Which attempt it was, from 1: to call its agent, or to find its people. */
    readonly attempt: number;
  };
  /** A step missed its deadline. */
  'step.breached': {
    /** The node of the step. */
    readonly nodeId: string;
    /** The `slaMs` of the node; of a deadline in working time how long after the creation of the step it was due, in ms. */
    readonly slaMs: number;
    /** When it was due, in ms since the epoch. */
    readonly dueAt: number;
  };
  /** A step was stopped. */
  'step.cancelled': {
    /** The node of the step. */
    readonly nodeId: string;
  } & Cancellation;
  /** A group has as many approvals as it needs. */
  'group.quorum-met': {
    /** The group. */
    readonly groupId: string;
    /** Iteration in which its members are counted, from 1; a rewind of a loop around one of them begins another. */
    readonly iteration: number;
    /** Approvals that are enough. */
    readonly quorum: number;
    /** Approvals there are. */
    readonly totalApproved: number;
    /** Members with a completed step, approved or rejected. */
    readonly completedTotal: number;
    /** Members to hear from. */
    readonly expectedSteps: number;
  };
  /** A loop was rewound to its entry. */
  'loop.iteration-started': {
    /** The loop. */
    readonly loopId: string;
    /** The iteration that begins, from 2. */
    readonly iteration: number;
    /** What rewound it. */
    readonly triggeredBy: 'rejection';
  };
  /** The last iteration of a loop was rejected. */
  'loop.exhausted': {
    /** The loop. */
    readonly loopId: string;
    /** The iteration that was rejected: the last one that it may have. */
    readonly iteration: number;
    /** Who rejected; null when nobody did it by name. */
    readonly lastRejectedBy: string | null;
    /** Why, in their words. */
    readonly lastRejectionReason: string | null;
  };
  /** What is to be approved is another now. */
  'execution.subject-revised': {
    /** Digest of the subject from now on. */
    readonly digest: string;
    /** Digest before; null when there was none. */
    readonly previousDigest: string | null;
    /** Who did it; `system:…` for the engine. */
    readonly actorId: string;
    /** Who made the revision, where it is known. */
    readonly contributorId: string | null;
    /** Steps whose answers are void. */
    readonly resetStepIds: readonly string[];
  };
  /** A run has ended well. */
  'execution.completed': {
    /** Time since the dispatch, in ms. */
    readonly durationMs: number;
  };
  /** A run has failed. */
  'execution.failed': {
    /** Why, as a code and a sentence. */
    readonly failureReason: FailureReason;
  };
  /** A run was cancelled. */
  'execution.cancelled': {
    /** Why, in the words of whoever did it, or `withdrawn`; `all-steps-cancelled` by the engine; null: nobody said. */
    readonly reason: string | null;
  };
}

interface QuestionData {
  /** The node of the step. */
  readonly nodeId: string;
  /** Id of the question. */
  readonly questionId: string;
  /** Who asked. */
  readonly by: string;
  /** Who was asked. */
  readonly of: string;
  /** When it is due, in ms since the epoch; null without a deadline. */
  readonly dueAt: number | null;
}
