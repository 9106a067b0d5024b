/** Decisions by substitutes (contract section 17). */
import type { CompiledDefinition, CompiledHumanNode } from '../../compile/compiled.js';
import type { CompiledPeople } from '../../compile/compiled-people.js';
import { peopleOf } from '../../compile/people.js';
import type { ExecutionState, StepState } from '../state.js';
import type { PeopleState, Place } from '../people-state.js';
import { decidersOf } from './change.js';
import { claimedFrom } from './claims.js';
import { type Excluded, excludedFrom } from './excluded.js';
import { isPersonal, peopleOfStep } from './places.js';

/** A step that waits for people, with users who cannot decide it. */
export interface OpenStep {
  readonly step: StepState;
  readonly rules: CompiledPeople;
  readonly people: PeopleState;
  /** Users who decided, or for whom a substitute did. */
  readonly answered: ReadonlySet<string>;
  readonly excluded: Excluded;
}

/** null if the step does not wait for people. */
export function openStep(
  compiled: CompiledDefinition,
  state: Pick<ExecutionState, 'parties' | 'steps'>,
  node: CompiledHumanNode,
  step: StepState,
): OpenStep | null {
  const people = step.status === 'waiting' ? peopleOfStep(node, step) : null;
  if (people === null) return null;
  const answered = new Set(step.decisions.flatMap(decidersOf));
  return { step, rules: peopleOf(node), people, answered, excluded: excludedFrom(compiled, state, node) };
}

/** Returns true if its holder, or a substitute, may decide the place now. */
export const isOpenPlace = (
  { step, rules, answered, excluded }: OpenStep,
  place: Place,
  now: number,
): boolean =>
  place.asked &&
  place.lost !== true &&
  !answered.has(place.holder) &&
  !excluded.has(place.holder) &&
  claimedFrom(rules, step, place, now).length === 0;

/** Returns true if a substitute may decide the place. */
export const takesSubstitutes = ({ rules }: OpenStep, place: Place): boolean =>
  rules.allow.includes('substitute') && isPersonal(rules, place);

/** Returns true if the user may be a substitute on the step. Its own reviewers may not. */
export const mayStandIn = ({ people, answered, excluded }: OpenStep, userId: string): boolean =>
  !answered.has(userId) && !excluded.has(userId) && !people.places.some((it) => it.holder === userId);

/** Places that the user may decide now for these absent users. */
export function placesStoodInFor(
  open: OpenStep,
  {
    userId,
    absent,
    now,
  }: { readonly userId: string; readonly absent: readonly string[]; readonly now: number },
): readonly Place[] {
  if (!mayStandIn(open, userId)) return [];
  return open.people.places.filter(
    (it) => absent.includes(it.holder) && takesSubstitutes(open, it) && isOpenPlace(open, it, now),
  );
}

/** Waiting reviewers whom a substitute may replace, according to the state alone. */
export function stoodInFor({
  people,
  waitingForReviewers,
}: Pick<StepState, 'people' | 'waitingForReviewers'>): readonly string[] {
  if (people?.substitutes !== true) return [];
  const { pools = [], places } = people;
  if (pools.length === 0) return waitingForReviewers;
  const inPools = new Set(
    places.filter((it) => it.entries.some((entry) => pools.includes(entry))).map((it) => it.holder),
  );
  return waitingForReviewers.filter((it) => !inPools.has(it));
}
