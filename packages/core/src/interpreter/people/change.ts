/** Changes the people of a step. Pure, so that deciding and folding do the same. */
import type { RecordedDecision, StepState } from '../state.js';
import type { PeopleChange, PeopleState, Place } from '../people-state.js';

/** Holder of the place of a decision: its reviewer, or the user they substituted. */
export const holderOf = ({ reviewerId, onBehalfOf }: RecordedDecision): string => onBehalfOf ?? reviewerId;

/** The reviewer of a decision, and the user they substituted. */
export const decidersOf = ({ reviewerId, onBehalfOf }: RecordedDecision): string[] =>
  onBehalfOf == null ? [reviewerId] : [reviewerId, onBehalfOf];

export function withChange(
  { people = NOBODY, decisions }: Pick<StepState, 'people' | 'decisions'>,
  { places = [], voided = [], claims, question, pause }: PeopleChange,
): { readonly people: PeopleState; readonly decisions: readonly RecordedDecision[] } {
  const void_ = decisions.filter((it) => voided.includes(holderOf(it)));
  const past = [...new Set([...(people.past ?? []), ...void_.flatMap(decidersOf)])];
  return {
    people: {
      ...people,
      places: merged(people.places, places),
      ...(claims !== undefined && { claims }),
      ...(question !== undefined && { questions: withQuestion(people, question) }),
      ...(pause !== undefined && { pause }),
      ...(past.length > 0 && { past }),
    },
    decisions: void_.length === 0 ? decisions : decisions.filter((it) => !void_.includes(it)),
  };
}

const NOBODY: PeopleState = { places: [] };

function merged(before: readonly Place[], changed: readonly Place[]): readonly Place[] {
  if (changed.length === 0) return before;
  const byUser = new Map(changed.map((it) => [it.userId, it]));
  const known = new Set(before.map((it) => it.userId));
  return [
    ...before.map((it) => byUser.get(it.userId) ?? it),
    ...changed.filter((it) => !known.has(it.userId)),
  ];
}

function withQuestion({ questions = [] }: PeopleState, question: NonNullable<PeopleChange['question']>) {
  const known = questions.some((it) => it.questionId === question.questionId);
  if (!known) return [...questions, question];
  return questions.map((it) => (it.questionId === question.questionId ? question : it));
}
