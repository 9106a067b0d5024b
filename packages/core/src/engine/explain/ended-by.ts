/** What ended a step (contract section 17). */
import type { CompiledDefinition, CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import { outcomeOf, rejectsByRule } from '../../interpreter/people/counting.js';
import { countedPlaces, peopleOfStep } from '../../interpreter/people/places.js';
import type { EndedStepStatus, StepState } from '../../interpreter/state.js';

/** What ended a step. */
export type EndedBy =
  | 'rule'
  | 'rejection'
  | 'veto'
  | 'out-of-reach'
  | 'forced'
  | 'breach'
  | 'cancel'
  | 'failure'
  | 'skip'
  | 'agent';

const BY_STATUS: Readonly<Record<Exclude<EndedStepStatus, 'completed'>, EndedBy>> = {
  skipped: 'skip',
  failed: 'failure',
  breached: 'breach',
  cancelled: 'cancel',
};

/** `step` has ended. */
export function endedBy(compiled: CompiledDefinition, step: StepState): EndedBy {
  if (step.overridden) return 'forced';
  if (step.status !== 'completed') return BY_STATUS[step.status as keyof typeof BY_STATUS];
  const node = compiled.nodes[step.nodeId];
  return node?.type === 'human' ? byPeople(node, step) : 'agent';
}

function byPeople(node: CompiledHumanNode, step: StepState): EndedBy {
  const rules = peopleOf(node);
  const places = countedPlaces(peopleOfStep(node, step)?.places ?? [], step.decisions);
  const outcome = outcomeOf(rules, places);
  if (outcome === 'out-of-reach') return 'out-of-reach';
  if (outcome !== 'rejected') return 'rule';
  return rejectsByRule(rules, places) ? 'rejection' : 'veto';
}
