/** Counts the mandatory entries of a step (contract sections 7 and 17). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import type { StepState } from '../state.js';
import type { PeopleState } from '../people-state.js';
import { neededBy, satisfiedEntries } from './counting.js';
import { countedPlaces } from './places.js';

/** Numbers of mandatory and of satisfied mandatory entries. Each level of a chain counts as one. */
export function mandatoryCounts(node: CompiledHumanNode, step: StepState, people: PeopleState | null) {
  const { entries } = peopleOf(node);
  const counted = countedPlaces(people?.places ?? [], step.decisions);
  const satisfied = satisfiedEntries(entries, counted);
  const needed = entries.some((it) => it.kind === 'chain') ? neededBy(entries, counted) : NONE;
  const count = { mandatoryCount: 0, mandatoryApproveCount: 0 };
  entries.forEach(({ mandatory, kind }, index) => {
    if (!mandatory) return;
    if (kind !== 'chain') {
      count.mandatoryCount += 1;
      count.mandatoryApproveCount += Number(satisfied[index]);
      return;
    }
    const levels = counted.filter((it) => it.entries.includes(index));
    count.mandatoryCount += needed[index] ?? 1;
    count.mandatoryApproveCount += levels.filter((it) => it.vote === 'approve').length;
  });
  return count;
}

const NONE: readonly never[] = [];
