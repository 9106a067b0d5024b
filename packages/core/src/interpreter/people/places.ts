/** The people of one step (contract section 17): each of them has one place, whichever entries name them. */
import type { CompiledEntry, CompiledPeople } from '../../compile/compiled-people.js';
import { peopleOf } from '../../compile/people.js';
import type { CompiledHumanNode } from '../../compile/compiled.js';
import type { PeopleState, Place, RecordedDecision, StepState } from '../state.js';
import { type CountedPlace, satisfiedEntries, tallyOf } from './counting.js';

/** One place for each person that an entry found, in the order in which they were found; nobody is asked yet. */
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
 * The people of a step; null until they are resolved. A step of the contract's own keeps none: they are those of its node,
 * all asked at once.
 */
export function peopleOfStep(node: CompiledHumanNode, step: StepState): PeopleState | null {
  if (step.people !== undefined) return step.people;
  if (node.people !== undefined) return null;
  return contractPeopleOf(node);
}

/** Made once for each node: its reviewers never change, and every decision asks for them. */
const contractPeople = new WeakMap<CompiledHumanNode, PeopleState>();

function contractPeopleOf(node: CompiledHumanNode): PeopleState {
  const known = contractPeople.get(node);
  if (known !== undefined) return known;
  const places = placesOf(
    peopleOf(node).entries,
    node.reviewers.map(({ userId }) => [userId]),
  );
  const made = { places: places.map((it) => ({ ...it, asked: true })) };
  contractPeople.set(node, made);
  return made;
}

/** Their places as they are counted. */
export const countedPlaces = (
  places: readonly Place[],
  decisions: readonly RecordedDecision[],
): CountedPlace[] => {
  const votes = new Map(decisions.map((it) => [it.reviewerId, it.decision]));
  return places.map(({ entries, weight, veto, holder }) => ({
    entries,
    weight,
    veto,
    vote: votes.get(holder) ?? null,
  }));
};

/** Whose turn it is: a place is asked once every mandatory entry of a lower order is satisfied, and stays asked. */
export function withAsked(
  { entries }: Pick<CompiledPeople, 'entries'>,
  places: readonly Place[],
  decisions: readonly RecordedDecision[],
): Place[] {
  const satisfied = satisfiedEntries(entries, countedPlaces(places, decisions));
  const unsatisfied = entries.filter(({ mandatory }, index) => mandatory && !satisfied[index]);
  const current = Math.min(...unsatisfied.map((it) => it.order));
  return places.map((it) => (it.asked || it.order > current ? it : { ...it, asked: true }));
}

/**
 * Holders who were asked and have not answered. Without a rule those are left out whose every entry is satisfied: nobody
 * waits for them, though they may still answer. While the step lacks different approvers it waits for everybody.
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
      if (!place.asked || counted[index]?.vote !== null) return false;
      return decisionRule !== null || lacksPeople || place.entries.some((entry) => !satisfied[entry]);
    })
    .map((it) => it.holder);
}

/** Whether the place is of somebody without whom the step is not approved: such a place cannot abstain. */
export const isMandatory = ({ entries }: CompiledPeople, place: Place): boolean =>
  place.entries.some((index) => {
    const entry = entries[index];
    return entry?.kind === 'person' && entry.mandatory;
  });
