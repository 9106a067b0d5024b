/** The people of a step as callers see them (contract section 17). */
import { keysOf } from '@org/approval-internal/lists';
import * as z from 'zod';
import type { CompiledEntry } from '../../../compile/compiled-people.js';
import { peopleOf } from '../../../compile/people.js';
import type { CompiledHumanNode } from '../../../compile/compiled.js';
import { satisfiedEntries, tallyOf } from '../../../interpreter/people/counting.js';
import { holderOf } from '../../../interpreter/people/change.js';
import { liveClaims } from '../../../interpreter/people/claims.js';
import { countedPlaces, peopleOfStep } from '../../../interpreter/people/places.js';
import type { RecordedDecision, ReviewVote, StepState } from '../../../interpreter/state.js';
import type { Place, Question } from '../../../interpreter/people-state.js';
import type { ClaimView, PeopleView, PlaceAnswerView, PlaceView, QuestionView } from './people.gen.js';

export type * from './people.gen.js';

const ENTRY: Readonly<Record<CompiledEntry['kind'], true>> = { person: true, pool: true, chain: true };
export const ENTRY_KINDS = keysOf(ENTRY);
const PLACE_STATES = ['later', 'asked', 'answered', 'lost'] as const;
const VOTES = ['approve', 'reject', 'abstain'] as const satisfies readonly ReviewVote[];

const order = z.int().describe('Turn of the reviewers: after the mandatory entries of all lower orders.');

const claim = z
  .object({
    userId: z.string().describe('User who made it.'),
    until: z.int().describe('End of its validity, in ms since the epoch.'),
  })
  .meta({ id: 'ClaimView', description: 'A reserved decision of a pool.' });

const peopleEntry = z
  .object({
    entry: z.int().describe('Its index in `reviewers` of the node.'),
    kind: z.enum(ENTRY_KINDS).describe('Kind of the entry.'),
    mandatory: z.boolean().describe('True if the step waits until it is satisfied.'),
    order,
    satisfied: z.boolean().describe('True if it has the approvals that it needs.'),
    claims: z.array(claim).describe('Its answers that are reserved now.'),
  })
  .meta({ id: 'PeopleEntryView', description: 'An entry of the people who decide a step.' });

const placeAnswer = z
  .object({
    reviewerId: z.string().describe('User who decided.'),
    onBehalfOf: z.string().nullable().describe('For whom they gave it; null: for themselves.'),
    decision: z.enum(VOTES).describe('The decision.'),
    reasonCode: z.string().nullable().describe('Reason code, one of those of the node; null without one.'),
    recordedAt: z.int().describe('Time of recording, in ms since the epoch.'),
  })
  .meta({ id: 'PlaceAnswerView', description: 'The answer of a place.' });

const delegation = z
  .object({
    from: z.string().describe('Previous holder.'),
    to: z.string().describe('New holder.'),
    actorId: z.string().describe('User who delegated it.'),
    at: z.int().describe('Time in ms since the epoch.'),
    reason: z.string().nullable().describe('Reason; null without one.'),
  })
  .meta({ id: 'DelegationView', description: 'A transfer of a place to another user.' });

const question = z
  .object({
    questionId: z.string().describe('Id of the question in its step.'),
    by: z.string().describe('User who asked.'),
    of: z.string().describe('User who was asked.'),
    question: z.string().describe('Text of the question.'),
    askedAt: z.int().describe('Time of the question, in ms since the epoch.'),
    answer: z.string().nullable().describe('Text of the answer; null until then.'),
    answeredAt: z.int().nullable().describe('Time of the answer, in ms since the epoch; null until then.'),
  })
  .meta({ id: 'QuestionView', description: 'A question of a reviewer, and its answer.' });

const place = z
  .object({
    userId: z.string().describe('User who was resolved for it.'),
    holder: z.string().describe('User who decides.'),
    entries: z.array(z.int()).describe('The entries that name them, by index.'),
    added: z.boolean().describe('True if no entry names them: they were added while the step waited.'),
    weight: z.int().describe('Weight of their approval.'),
    veto: z.boolean().describe('True if their rejection rejects the step at once.'),
    order,
    round: z.int().describe('Number of times they were asked, including now.'),
    state: z
      .enum(PLACE_STATES)
      .describe(
        '`later` until their turn comes, then `asked`, and `answered` when they have decided; `lost` when they must not decide any more.',
      ),
    answer: placeAnswer.nullable().describe('Their decision; null until then.'),
    delegations: z.array(delegation).describe('Its delegations, in order.'),
  })
  .meta({ id: 'PlaceView', description: "One person's place in a step." });

const tally = z
  .object({
    eligible: z.int().describe('All places.'),
    approved: z.int().describe('Places that approved.'),
    rejected: z.int().describe('Places that rejected.'),
    abstained: z.int().describe('Places that abstained.'),
    open: z.int().describe('Places that may still answer.'),
    weightApproved: z.int().describe('Total weight of the approvals.'),
    weightOpen: z.int().describe('Total weight of the places that are still open.'),
  })
  .meta({ id: 'TallyView', description: 'The places of a step, counted.' });

export const peopleView = z
  .object({
    order: z.int().describe('The highest order that is asked.'),
    entries: z.array(peopleEntry).describe('The entries, as the node has them.'),
    places: z.array(place).describe('The people who were found, each once.'),
    tally: tally.describe('Counts of the decisions.'),
    questions: z.array(question).describe('Questions of the reviewers, in order.'),
  })
  .meta({ id: 'PeopleView', description: 'Reviewers of a step, and their decisions so far.' });

/** null for a step whose reviewers were never resolved. */
export function viewPeople(node: CompiledHumanNode, step: StepState, now: number): PeopleView | null {
  const people = peopleOfStep(node, step);
  // For a node of the contract they are the node's own; a step that never waited never asked them.
  const wasFound = step.people !== undefined || step.waitingSince !== null;
  if (people === null || !wasFound) return null;
  const { entries } = peopleOf(node);
  const counted = countedPlaces(people.places, step.decisions);
  const satisfied = satisfiedEntries(entries, counted);
  return {
    order: Math.max(0, ...people.places.filter((it) => it.asked).map((it) => it.order)),
    entries: entries.map(({ kind, mandatory, order }, entry) => ({
      entry,
      kind,
      mandatory,
      order,
      satisfied: satisfied[entry] ?? false,
      claims: claimsOf(step, entry, now),
    })),
    places: people.places.map((it) => viewPlace(it, step.decisions)),
    tally: { ...tallyOf(counted) },
    questions: (people.questions ?? []).map(viewQuestion),
  };
}

/** Leaves out the caller's own key. */
const viewQuestion = ({ key: _, ...question }: Question): QuestionView => question;

const claimsOf = (step: StepState, entry: number, now: number): ClaimView[] =>
  step.status === 'waiting'
    ? liveClaims(step, entry, now).map(({ userId, until }) => ({ userId, until }))
    : [];

function viewPlace(place: Place, decisions: readonly RecordedDecision[]): PlaceView {
  const { userId, holder, entries, weight, veto, order, round } = place;
  const answer = decisions.find((it) => holderOf(it) === holder);
  return {
    userId,
    holder,
    entries: [...entries],
    added: place.addedBy !== undefined,
    weight,
    veto,
    order,
    round,
    state: stateOf(place, answer),
    answer: answer === undefined ? null : viewAnswer(answer),
    delegations: (place.delegations ?? []).map((it) => ({ ...it })),
  };
}

function stateOf({ lost, asked }: Place, answer: RecordedDecision | undefined): PlaceView['state'] {
  if (lost === true) return 'lost';
  if (answer !== undefined) return 'answered';
  return asked ? 'asked' : 'later';
}

const viewAnswer = (answer: RecordedDecision): PlaceAnswerView => ({
  reviewerId: answer.reviewerId,
  onBehalfOf: answer.onBehalfOf ?? null,
  decision: answer.decision,
  reasonCode: answer.reasonCode ?? null,
  recordedAt: answer.recordedAt,
});
