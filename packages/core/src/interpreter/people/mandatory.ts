/** The mandatory people of a step, counted (contract sections 7 and 17). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import type { PeopleState, StepState } from '../state.js';
import { neededBy, satisfiedEntries } from './counting.js';
import { countedPlaces } from './places.js';

/** How many mandatory entries there are, and how many of them are satisfied; each level of a chain is one. */
export function mandatoryCounts(node: CompiledHumanNode, step: StepState, people: PeopleState | null) {
  const { entries } = peopleOf(node);
  const counted = countedPlaces(people?.places ?? [], step.decisions);
  const satisfied = satisfiedEntries(entries, counted);
  const needed = neededBy(entries, counted);
  const count = { mandatoryCount: 0, mandatoryApproveCount: 0 };
  entries.forEach(({ mandatory, kind }, index) => {
    if (!mandatory) return;
    const levels = counted.filter((it) => it.entries.includes(index));
    const isChain = kind === 'chain';
    const approved = isChain ? levels.filter((it) => it.vote === 'approve').length : Number(satisfied[index]);
    count.mandatoryCount += isChain ? (needed[index] ?? 1) : 1;
    count.mandatoryApproveCount += approved;
  });
  return count;
}
