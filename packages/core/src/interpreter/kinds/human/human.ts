/** A human step waits for its reviewers from the start. */
import { peopleOf } from '../../../compile/people.js';
import type { CompiledHumanNode } from '../../../compile/compiled.js';
import { failStep } from '../../ending.js';
import { peopleOfStep, waitingFor } from '../../people/places.js';
import { resolvePeople } from '../../people/resolve.js';
import type { StepState } from '../../state.js';
import type { Transition } from '../../transition.js';
import { type NodeKind, markRunning } from '../kind.js';
import { humanOutput, humanOutputSoFar, mandatoryCounts } from './output.js';

export const human: NodeKind<CompiledHumanNode> = {
  decides: () => 'people',
  enter(transition, step, node, source) {
    markRunning(transition);
    if (node.people !== undefined) {
      const resolved = resolvePeople(node.people, source);
      if (!resolved.ok) {
        failStep(transition, step, resolved.error);
        return;
      }
      transition.emit('step.reviewers-resolved', step.stepId, { places: resolved.places });
    }
    beginToWait(transition, transition.step(step.stepId), node);
  },
  outputSoFar: humanOutputSoFar,
  inputMapping: () => ({}),
  forcedOutput(node, step, { decision, actorId, reason, at }) {
    const rejection = { rejectedBy: actorId, rejectorMandatory: true, rejectionReason: reason };
    return humanOutput(node, step, { decision, at, ...(decision === 'reject' && { rejection }) });
  },
  completedData: () => ({}),
};

function beginToWait(transition: Transition, step: StepState, node: CompiledHumanNode): void {
  const places = peopleOfStep(node, step)?.places ?? [];
  transition.emit('step.awaiting-approval', step.stepId, {
    nodeId: step.nodeId,
    nodeType: step.nodeType,
    waitingForReviewers: waitingFor(peopleOf(node), places, step.decisions),
    mandatoryCount: mandatoryCounts(node, step).mandatoryCount,
    commentBody: node.commentBody,
    dueAt: step.dueAt,
  });
}
