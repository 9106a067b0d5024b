/** Events of steps that wait for people, as hosts and receivers see them (contract section 11). */
import type { ResolutionPolicy } from '../../compile/compiled.js';
import type { NodeType } from '../../definition/definition.js';
import type { JsonObject } from '../../definition/json.js';
import { changing } from '../draft.js';
import type { AssignmentCause, Place } from '../people-state.js';
import type { ReviewVote } from '../state.js';
import { CALLED, WAITING, external, noChange, noParty } from './entry.js';

const NONE: readonly never[] = Object.freeze([]);

/** Data of a question, and of its answer. */
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

export const peopleEvents = {
  /** A step waits for people, or for resolutions of what its agent found. */
  'step.awaiting-approval': external<{
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

  /** Somebody answered on a people node; before what follows from it. */
  'step.answered': external<{
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
  }>({
    apply: noChange,
    parties: ({ reviewerId, onBehalfOf }) => [reviewerId, onBehalfOf],
    during: WAITING,
  }),

  /** Others are asked now, or somebody is asked no more. */
  'step.assigned': external<{
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

  /** Somebody took an answer back; `round` is the one that the next answer has to name. */
  'step.answer-retracted': external<{
    /** The node of the step. */
    readonly nodeId: string;
    /** Whose answer it was. */
    readonly reviewerId: string;
    /** For whom, where a substitute answered; null otherwise. */
    readonly onBehalfOf: string | null;
    /** Round of the place from now on. */
    readonly round: number;
  }>({
    apply: noChange,
    parties: ({ reviewerId, onBehalfOf }) => [reviewerId, onBehalfOf],
    during: WAITING,
  }),

  /** A reviewer asked somebody for information; what, the view alone says. */
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

  /** Those who are asked, or owe an answer to a question, are reminded. */
  'step.reminder': external<{
    /** The node of the step. */
    readonly nodeId: string;
    /** Index of the reminder in the node; null: somebody reminded them by hand. */
    readonly level: number | null;
    /** Who is reminded. */
    readonly userIds: readonly string[];
    /** When it is due, in ms since the epoch; null without a deadline. */
    readonly dueAt: number | null;
  }>({ apply: noChange, parties: noParty, during: WAITING }),
};

const askedAmong = (place: Place, holders: readonly string[]): Place =>
  place.asked || !holders.includes(place.holder) ? place : { ...place, asked: true };
