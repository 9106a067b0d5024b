/** The people of a step as callers see them (contract section 17). */
import * as z from 'zod';
import type { CompiledEntry } from '../../compile/compiled-people.js';
import { peopleOf } from '../../compile/people.js';
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { satisfiedEntries, tallyOf } from '../../interpreter/people/counting.js';
import { countedPlaces, peopleOfStep } from '../../interpreter/people/places.js';
import type { Place, RecordedDecision, ReviewVote, StepState } from '../../interpreter/state.js';

const ENTRY: Readonly<Record<CompiledEntry['kind'], true>> = { person: true, pool: true };
export const ENTRY_KINDS = Object.keys(ENTRY) as CompiledEntry['kind'][];
const PLACE_STATES = ['later', 'asked', 'answered'] as const;
const VOTES = ['approve', 'reject', 'abstain'] as const satisfies readonly ReviewVote[];

const order = z.int().describe('When they are asked: after the mandatory entries of all lower orders.');

const peopleEntry = z
  .object({
    entry: z.int().describe('Its index in `reviewers` of the node.'),
    kind: z.enum(ENTRY_KINDS).describe('Whom it stands for.'),
    mandatory: z.boolean().describe('Whether the step waits until it is satisfied.'),
    order,
    satisfied: z.boolean().describe('Whether it has the approvals that it needs.'),
  })
  .meta({ id: 'PeopleEntryView', description: 'An entry of the people who decide a step.' });

const placeAnswer = z
  .object({
    reviewerId: z.string().describe('Who gave it.'),
    onBehalfOf: z.string().nullable().describe('For whom they gave it; null: for themselves.'),
    decision: z.enum(VOTES).describe('What they decided.'),
    reasonCode: z
      .string()
      .nullable()
      .describe('Why, as one of the reason codes of the node; null without one.'),
    recordedAt: z.int().describe('When it was recorded, in ms since the epoch.'),
  })
  .meta({ id: 'PlaceAnswerView', description: 'The answer of a place.' });

const place = z
  .object({
    userId: z.string().describe('Who was found for it.'),
    holder: z.string().describe('Who answers.'),
    entries: z.array(z.int()).describe('The entries that name them, by index.'),
    added: z.boolean().describe('Whether no entry names them: they were added while the step waited.'),
    weight: z.int().describe('What their approval weighs.'),
    veto: z.boolean().describe('Whether their rejection rejects the step at once.'),
    order,
    round: z.int().describe('How often they were asked, the current time included.'),
    state: z
      .enum(PLACE_STATES)
      .describe('`later` until their turn comes, then `asked`, and `answered` when they have decided.'),
    answer: placeAnswer.nullable().describe('What they decided; null until then.'),
  })
  .meta({ id: 'PlaceView', description: "One person's place in a step." });

const tally = z
  .object({
    eligible: z.int().describe('All places.'),
    approved: z.int().describe('Places that approved.'),
    rejected: z.int().describe('Places that rejected.'),
    abstained: z.int().describe('Places that abstained.'),
    open: z.int().describe('Places that may still answer.'),
    weightApproved: z.int().describe('What those that approved weigh together.'),
    weightOpen: z.int().describe('What those that may still answer weigh together.'),
  })
  .meta({ id: 'TallyView', description: 'The places of a step, counted.' });

export const peopleView = z
  .object({
    order: z.int().describe('The highest order that is asked.'),
    entries: z.array(peopleEntry).describe('The entries, as the node has them.'),
    places: z.array(place).describe('The people who were found, each once.'),
    tally: tally.describe('What their answers come to.'),
  })
  .meta({ id: 'PeopleView', description: 'Who decides a step, and what they have decided so far.' });

/** null for a step whose people were never found. */
export function viewPeople(node: CompiledHumanNode, step: StepState): PeopleView | null {
  const people = peopleOfStep(node, step);
  if (people === null) return null;
  const { entries } = peopleOf(node);
  const counted = countedPlaces(people.places, step.decisions);
  const satisfied = satisfiedEntries(entries, counted);
  return {
    order: Math.max(...people.places.filter((it) => it.asked).map((it) => it.order)),
    entries: entries.map(({ kind, mandatory, order }, entry) => ({
      entry,
      kind,
      mandatory,
      order,
      satisfied: satisfied[entry] ?? false,
    })),
    places: people.places.map((it) => viewPlace(it, step.decisions)),
    tally: { ...tallyOf(counted) },
  };
}

function viewPlace(place: Place, decisions: readonly RecordedDecision[]): PlaceView {
  const { userId, holder, entries, weight, veto, order, round, asked } = place;
  const answer = decisions.find((it) => it.reviewerId === holder);
  return {
    userId,
    holder,
    entries: [...entries],
    added: entries.length === 0,
    weight,
    veto,
    order,
    round,
    state: answer !== undefined ? 'answered' : asked ? 'asked' : 'later',
    answer: answer === undefined ? null : viewAnswer(answer),
  };
}

const viewAnswer = (answer: RecordedDecision): PlaceAnswerView => ({
  reviewerId: answer.reviewerId,
  onBehalfOf: answer.onBehalfOf ?? null,
  decision: answer.decision,
  reasonCode: answer.reasonCode ?? null,
  recordedAt: answer.recordedAt,
});

/** Who decides a step, and what they have decided so far. */
export interface PeopleView {
  /** The highest order that is asked. */
  order: number;
  /** The entries, as the node has them. */
  entries: PeopleEntryView[];
  /** The people who were found, each once. */
  places: PlaceView[];
  /** What their answers come to. */
  tally: TallyView;
}

/** An entry of the people who decide a step. */
export interface PeopleEntryView {
  /** Its index in `reviewers` of the node. */
  entry: number;
  /** Whom it stands for. */
  kind: 'person' | 'pool';
  /** Whether the step waits until it is satisfied. */
  mandatory: boolean;
  /** When they are asked: after the mandatory entries of all lower orders. */
  order: number;
  /** Whether it has the approvals that it needs. */
  satisfied: boolean;
}

/** One person's place in a step. */
export interface PlaceView {
  /** Who was found for it. */
  userId: string;
  /** Who answers. */
  holder: string;
  /** The entries that name them, by index. */
  entries: number[];
  /** Whether no entry names them: they were added while the step waited. */
  added: boolean;
  /** What their approval weighs. */
  weight: number;
  /** Whether their rejection rejects the step at once. */
  veto: boolean;
  /** When they are asked: after the mandatory entries of all lower orders. */
  order: number;
  /** How often they were asked, the current time included. */
  round: number;
  /** `later` until their turn comes, then `asked`, and `answered` when they have decided. */
  state: 'later' | 'asked' | 'answered';
  /** What they decided; null until then. */
  answer: PlaceAnswerView | null;
}

/** The answer of a place. */
export interface PlaceAnswerView {
  /** Who gave it. */
  reviewerId: string;
  /** For whom they gave it; null: for themselves. */
  onBehalfOf: string | null;
  /** What they decided. */
  decision: 'approve' | 'reject' | 'abstain';
  /** Why, as one of the reason codes of the node; null without one. */
  reasonCode: string | null;
  /** When it was recorded, in ms since the epoch. */
  recordedAt: number;
}

/** The places of a step, counted. */
export interface TallyView {
  /** All places. */
  eligible: number;
  /** Places that approved. */
  approved: number;
  /** Places that rejected. */
  rejected: number;
  /** Places that abstained. */
  abstained: number;
  /** Places that may still answer. */
  open: number;
  /** What those that approved weigh together. */
  weightApproved: number;
  /** What those that may still answer weigh together. */
  weightOpen: number;
}
