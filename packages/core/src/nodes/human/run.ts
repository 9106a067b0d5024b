/** A human step waits for its people from the start, or once they are found. */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import { outcomeOf, rejectsByRule } from '../../interpreter/people/counting.js';
import { countedPlaces, peopleOfStep } from '../../interpreter/people/places.js';
import { findPeople } from '../../interpreter/waiting/enter.js';
import { type NodeKind, markRunning } from '../run-kind.js';
import { humanWork } from './run-work.js';
import { humanOutput, humanOutputSoFar } from './run-output.js';

export const human: NodeKind<CompiledHumanNode> = {
  enter(transition, step, node) {
    markRunning(transition);
    findPeople(transition, step, node);
  },
  outputSoFar: humanOutputSoFar,
  inputMapping: () => ({}),
  forcedOutput(node, step, { decision, actorId, reason, at }) {
    const rejection = { rejectedBy: actorId, rejectorMandatory: true, rejectionReason: reason };
    return humanOutput(node, step, { decision, at, ...(decision === 'reject' && { rejection }) });
  },
  completedData: () => ({}),
  decides: () => true,
  // A step that does not wait yet is still finding its people.
  waitsFor: (step) => (step.status === 'waiting' ? 'people' : 'directory'),
  completedBy(node, step) {
    const rules = peopleOf(node);
    const places = countedPlaces(peopleOfStep(node, step)?.places ?? [], step.decisions);
    const outcome = outcomeOf(rules, places);
    if (outcome === 'out-of-reach') return 'out-of-reach';
    if (outcome !== 'rejected') return 'rule';
    return rejectsByRule(rules, places) ? 'rejection' : 'veto';
  },
  work: humanWork,
};
