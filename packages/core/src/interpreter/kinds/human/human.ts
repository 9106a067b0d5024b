/** A human step waits for its people from the start, or once they are found. */
import type { CompiledHumanNode } from '../../../compile/compiled.js';
import { findPeople } from '../../waiting/enter.js';
import { type NodeKind, markRunning } from '../kind.js';
import { humanOutput, humanOutputSoFar } from './output.js';

export const human: NodeKind<CompiledHumanNode> = {
  isDecidedByPeople: true,
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
};
