/** Places of one step (contract section 17). Each user has one, however many entries name them. */
import { itemAt } from '@org/approval-internal/lists';
import type { CompiledEntry, CompiledPeople } from '../../compile/compiled-people.js';
import { peopleOf } from '../../compile/people.js';
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { type Owner, derived, isOwner, owning } from '../../compile/derived.js';
import type { RecordedDecision, ReviewVote, StepState } from '../state.js';
import type { PeopleState, Place } from '../people-state.js';
import { decidersOf, holderOf } from './change.js';
import { type CountedPlace, satisfiedEntries, tallyOf } from './counting.js';

/** Builds one place per user, in the order found. No place is asked yet. */
export function placesOf(entries: readonly CompiledEntry[], found: readonly (readonly string[])[]): Place[] {
  const places = new Map<string, Place>();
  entries.forEach(({ weight, veto, order }, index) => {
    for (const userId of new Set(found[index])) {
      const known = places.get(userId);
      places.set(userId, {
        userId,
        holder: userId,
        entries: [...(known?.entries ?? []), index],
        weight: Math.max(weight, known?.weight ?? 0),
        veto: veto || (known?.veto ?? false),
        order: Math.min(order, known?.order ?? Infinity),
        round: 1,
        asked: false,
      });
    }
  });
  return [...places.values()];
}

/**
 * People of a step; null until they are found. A step without fields of section 17 stores none: its
 * people are those of its node, all asked at once.
 */
export function peopleOfStep(node: CompiledHumanNode, step: StepState): PeopleState | null {
  if (step.people !== undefined) return step.people;
  if (node.people !== undefined) return null;
  return derived(node, contractPeopleOf);
}

/** Places of a node without fields of section 17, all asked. */
export const contractPlaces = (node: CompiledHumanNode): readonly Place[] =>
  derived(node, contractPeopleOf).places;

/** These reviewers never change, so their list caches its counting. */
function contractPeopleOf(node: CompiledHumanNode): PeopleState {
  const places = placesOf(
    peopleOf(node).entries,
    node.reviewers.map(({ userId }) => [userId]),
  );
  return { places: owning(places.map((it) => ({ ...it, asked: true }))) };
}

/** Places of a step with their decisions, for counting. */
export function countedPlaces(
  places: readonly Place[] & Owner,
  decisions: readonly RecordedDecision[],
): readonly CountedPlace[] {
  if (isOwner(places)) return derived(places, countingOf).with(decisions);
  if (decisions.length === 0) return places.map((it) => counted(it, null));
  const votes = new Map(decisions.map((it) => [holderOf(it), it.decision]));
  return places.map((it) => counted(it, votes.get(it.holder) ?? null));
}

const counted = (
  { entries, weight, veto, lost = false, addedBy }: Place,
  vote: ReviewVote | null,
): CountedPlace => ({ entries, weight, veto, lost, added: addedBy !== undefined, vote });

/** Counting of fixed places. Each counted place is built once per decision. */
class Counting {
  private readonly places: readonly Place[];
  private readonly indexOf: ReadonlyMap<string, number>;
  private readonly open: readonly CountedPlace[];
  private readonly answered = new Map<ReviewVote, CountedPlace[]>();

  constructor(places: readonly Place[]) {
    this.places = places;
    this.indexOf = new Map(places.map(({ holder }, index) => [holder, index]));
    this.open = places.map((it) => counted(it, null));
  }

  with(decisions: readonly RecordedDecision[]): readonly CountedPlace[] {
    if (decisions.length === 0) return this.open;
    const found = this.open.slice();
    for (const it of decisions) {
      const index = this.indexOf.get(holderOf(it));
      if (index !== undefined) found[index] = this.answeredAt(index, it.decision);
    }
    return found;
  }

  private answeredAt(index: number, vote: ReviewVote): CountedPlace {
    let ofVote = this.answered.get(vote);
    if (ofVote === undefined) {
      ofVote = this.places.map((it) => counted(it, vote));
      this.answered.set(vote, ofVote);
    }
    return itemAt(ofVote, index);
  }
}

const countingOf = (places: readonly Place[]): Counting => new Counting(places);

/**
 * Marks places as asked: once all mandatory entries of lower orders are satisfied, and in a chain
 * once the level below has approved. A place stays asked.
 */
export function withAsked(
  { entries }: Pick<CompiledPeople, 'entries'>,
  { places, chains = [] }: Pick<PeopleState, 'places' | 'chains'>,
  decisions: readonly RecordedDecision[],
): Place[] {
  const counted = countedPlaces(places, decisions);
  const satisfied = satisfiedEntries(entries, counted);
  const unsatisfied = entries.filter(({ mandatory }, index) => mandatory && !satisfied[index]);
  const current = Math.min(...unsatisfied.map((it) => it.order));
  const hasApproved = (userId: string | undefined) =>
    counted[places.findIndex((it) => it.userId === userId)]?.vote === 'approve';
  const isAskedBy = (entry: number, { userId }: Place): boolean => {
    if ((entries[entry]?.order ?? Infinity) > current) return false;
    const levels = chains.find((it) => it.entry === entry)?.levels ?? [];
    const level = levels.indexOf(userId);
    return level <= 0 || hasApproved(levels[level - 1]);
  };
  return places.map((it) =>
    it.asked || it.lost === true || !it.entries.some((entry) => isAskedBy(entry, it))
      ? it
      : { ...it, asked: true },
  );
}

/**
 * Asked holders who have not decided. Without a rule, holders with only satisfied entries are left
 * out, but may still decide. A step that lacks distinct reviewers waits for all.
 */
export function waitingFor(
  { entries, decisionRule, minDistinctApprovers }: CompiledPeople,
  places: readonly Place[],
  decisions: readonly RecordedDecision[],
): string[] {
  const counted = countedPlaces(places, decisions);
  const satisfied = satisfiedEntries(entries, counted);
  const lacksPeople = tallyOf(counted).approved < minDistinctApprovers;
  return places
    .filter((place, index) => {
      if (!place.asked || place.lost === true || counted[index]?.vote !== null) return false;
      if (decisionRule !== null || lacksPeople || place.addedBy !== undefined) return true;
      return place.entries.some((entry) => !satisfied[entry]);
    })
    .map((it) => it.holder);
}

/** Returns true if the step needs the approval of this place, which therefore cannot abstain. */
export const isMandatory = ({ entries }: Pick<CompiledPeople, 'entries'>, place: Place): boolean =>
  place.addedBy !== undefined ||
  place.entries.some((index) => {
    const entry = entries[index];
    return entry !== undefined && entry.kind !== 'pool' && entry.mandatory;
  });

/** Returns true if no pool names the place, so it may be delegated or decided by a substitute. */
export const isPersonal = ({ entries }: Pick<CompiledPeople, 'entries'>, place: Place): boolean =>
  place.entries.every((index) => entries[index]?.kind !== 'pool');

/** Returns true if the step has a decision by this user, or on their behalf. */
export const hasAnswered = ({ decisions }: Pick<StepState, 'decisions'>, userId: string): boolean =>
  decisions.some((it) => decidersOf(it).includes(userId));

/** Users who hold or held a place. */
export const everHeld = (places: readonly Place[]): Set<string> =>
  new Set(
    places.flatMap((it) => [
      it.userId,
      it.holder,
      ...(it.delegations ?? []).flatMap((by) => [by.from, by.to]),
    ]),
  );
