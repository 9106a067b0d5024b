/** The events that only the engine reads: what the fold needs beside those that leave the engine. */
import type { NodeType } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';
import type { KeyedRevision, Subject } from './header.js';
import type { Job } from './job.js';
import type { Pause, PeopleAnswer, PeopleState, Place, PoolClaim, Question } from './people-state.js';
import type { RemindedByHand, ReviewVote, StepError, Via } from './state.js';

/** How the people of a step change; what is left out stays. */
export interface PeopleChange {
  /** New ones, and those that take the place of the one with their userId. */
  readonly places?: readonly Place[];
  /** Holders of places whose answers stand no more. */
  readonly voided?: readonly string[];
  /** All of them. */
  readonly claims?: readonly PoolClaim[];
  /** A new one, or one that takes the place of the one with its id. */
  readonly question?: Question;
  readonly pause?: Pause;
  readonly dueAt?: number;
  /** Why, in the words of whoever did it; for the record alone. */
  readonly reason?: string;
}

/** Data of the events that only the engine reads. */
export interface InternalEventData {
  'execution.started': Readonly<Record<string, never>>;
  'step.scheduled': {
    readonly nodeId: string;
    readonly nodeType: NodeType;
    readonly iteration: number;
    readonly input: JsonObject;
    readonly dueAt: number | null;
  };
  /** An agent is about to be called; an attempt whose worker was lost is begun again. */
  'step.started': { readonly attempt: number };
  'step.retried': { readonly attempt: number; readonly error: StepError; readonly retryAt: number };
  /** It is known who decides the step. */
  'step.reviewers-resolved': PeopleState;
  /** Places, claims or questions of a step are others now. */
  'step.people-changed': PeopleChange & { readonly waitingForReviewers: readonly string[] };
  /** These reminders are given, the last of them as an event. By hand there are none of the node's. */
  'step.reminded': { readonly levels: readonly number[]; readonly byHand?: RemindedByHand };
  /** Jobs of open steps that were lost are made again; nothing else changes. */
  'execution.jobs-restored': { readonly jobs: readonly Job[] };
  /** What a revision changes, beside the steps. */
  'execution.parties-changed': {
    readonly subject: Subject;
    readonly contributorIds: readonly string[];
    /** Absent where it did not change. */
    readonly revisions?: readonly KeyedRevision[];
  };
  'step.decision-recorded': {
    readonly reviewerId: string;
    readonly decision: ReviewVote;
    readonly reason: string | null;
    readonly via: Via | null;
    /** People nodes only. */
    readonly people?: PeopleAnswer;
    /** People nodes only: who is waited for now. */
    readonly waitingForReviewers?: readonly string[];
  };
  'step.resolution-recorded': {
    readonly resolutionId: string;
    readonly status: 'success' | 'failure';
    readonly output: JsonObject | null;
    readonly errorMessage: string | null;
  };
  'step.overridden': {
    readonly actorId: string;
    readonly action: string;
    readonly reason: string | null;
    readonly via: Via | null;
  };
  /** A link that answers for somebody was taken away. */
  'step.link-revoked': { readonly linkId: string };
  /** A deferred agent has called back; what with, so that a repeat is known. */
  'step.called-back': { readonly fingerprint: string };
  /** The step has its output, and the workflow goes on from it. */
  'step.resumed': { readonly output: JsonObject };
  'step.skipped': { readonly output: JsonObject };
  'group.quorum-unreachable': { readonly groupId: string; readonly iteration: number };
  /** A step with this id was started before, so it was not started again. */
  'idempotency.suppressed': { readonly stepId: string };
}
