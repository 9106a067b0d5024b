/** External events of steps that wait for people (contract section 11). */
import type { ResolutionPolicy } from '../../compile/compiled.js';
import type { NodeType } from '../../definition/definition.js';
import type { JsonObject } from '../../definition/json.js';
import type { Presentation } from '../../definition/presented.js';
import { changing } from '../draft.js';
import type { AssignmentCause, Place } from '../people-state.js';
import type { ReviewVote } from '../state.js';
import { CALLED, WAITING, external, noChange, noParty } from './entry.js';

const NONE: readonly never[] = Object.freeze([]);

/** Data of a question or its answer. */
interface QuestionData {
  /** Id of the step's node. */
  readonly nodeId: string;
  /** Id of the question. */
  readonly questionId: string;
  /** User who asked. */
  readonly by: string;
  /** User who was asked. */
  readonly of: string;
  /** Due time of the step, in ms since the epoch; null without a deadline. */
  readonly dueAt: number | null;
}

export const peopleEvents = {
  /** A step waits for people, or for resolutions of its agent's findings. */
  'step.awaiting-approval': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** Kind of the node. */
    readonly nodeType: NodeType;
    /** User ids of the reviewers asked now. */
    readonly waitingForReviewers: readonly string[];
    /** Number of mandatory entries, where each level of a chain counts as one; 0 for an agent. */
    readonly mandatoryCount: number;
    /** Question to the reviewers. */
    readonly commentBody: string | null;
    /** Due time of the step, in ms since the epoch; null without a deadline. */
    readonly dueAt: number | null;
    /** Agents only. */
    readonly resolutionPolicy?: ResolutionPolicy;
    /** Agents only; null if the agent declared none. */
    readonly findings?: readonly JsonObject[] | null;
    /** Presentation to show before a decision; absent without one. */
    readonly presentation?: Presentation;
  }>({
    apply(draft, event) {
      const step = changing(draft, event);
      step.status = 'waiting';
      step.startedAt ??= event.timestamp;
      step.waitingSince = event.timestamp;
      step.waitingForReviewers = event.data.waitingForReviewers;
    },
    parties: ({ waitingForReviewers }) => waitingForReviewers,
    during: CALLED,
  }),

  /** A decision on a people node. It precedes its consequences. */
  'step.answered': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** User who decided. */
    readonly reviewerId: string;
    /** Absent user for whom a substitute decided; null otherwise. */
    readonly onBehalfOf: string | null;
    /** The decision. */
    readonly decision: ReviewVote;
    /** Reason code of the node, or null. */
    readonly reasonCode: string | null;
    /** Round of the decided place. */
    readonly round: number;
    /** Digest of the subject; null if the decision did not name it. */
    readonly subjectDigest: string | null;
  }>({
    apply: noChange,
    parties: ({ reviewerId, onBehalfOf }) => [reviewerId, onBehalfOf],
    during: WAITING,
  }),

  /** The asked reviewers of a step changed. */
  'step.assigned': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** Cause of the change. */
    readonly cause: AssignmentCause;
    /** User who caused it; `system:…` for the engine. */
    readonly actorId: string;
    /** Users who are now asked. */
    readonly added: readonly string[];
    /** Users who are no longer asked. */
    readonly removed: readonly string[];
    /** User ids of all reviewers asked now. */
    readonly waitingForReviewers: readonly string[];
  }>({
    apply(draft, event) {
      const step = changing(draft, event);
      const { added, waitingForReviewers } = event.data;
      const places = (step.people?.places ?? NONE).map((it) => askedAmong(it, added));
      step.people = { ...step.people, places };
      step.waitingForReviewers = waitingForReviewers;
    },
    parties: ({ added }) => added,
    during: null,
  }),

  /** A decision was retracted. The next decision has to name `round`. */
  'step.answer-retracted': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** User whose decision it was. */
    readonly reviewerId: string;
    /** Absent user for whom a substitute decided; null otherwise. */
    readonly onBehalfOf: string | null;
    /** New round of the place. */
    readonly round: number;
  }>({
    apply: noChange,
    parties: ({ reviewerId, onBehalfOf }) => [reviewerId, onBehalfOf],
    during: WAITING,
  }),

  /** A reviewer asked a user for information. Only views show the question. */
  'step.question-asked': external<QuestionData>({
    apply: noChange,
    parties: ({ by, of }) => [by, of],
    during: WAITING,
  }),

  /** A question of a reviewer was answered. */
  'step.question-answered': external<QuestionData>({
    apply: noChange,
    parties: ({ by, of }) => [by, of],
    during: WAITING,
  }),

  /** Reviewers who are asked, or who owe an answer to a question, are reminded. */
  'step.reminder': external<{
    /** Id of the step's node. */
    readonly nodeId: string;
    /** Index of the reminder in the node; null for a manual reminder. */
    readonly level: number | null;
    /** Reminded users. */
    readonly userIds: readonly string[];
    /** Due time of the step, in ms since the epoch; null without a deadline. */
    readonly dueAt: number | null;
  }>({ apply: noChange, parties: noParty, during: WAITING }),
};

const askedAmong = (place: Place, holders: readonly string[]): Place =>
  place.asked || !holders.includes(place.holder) ? place : { ...place, asked: true };
