/** What follows from the steps that ended (contract section 4), until nothing more does. */
import { type Consequences, carryOut, nothing } from './consequences.js';
import { rollUp } from './finish.js';
import { firingEdges, isFault, isUnhandled, targetsOf } from './firing.js';
import { groupOfNode } from './groups.js';
import { takingLoop } from './loops.js';
import { lookAtGroup, undecidedGroup } from './quorum.js';
import { rewind } from './rewind.js';
import { edgeStart } from './start.js';
import { type FailureReason, type StepState, isOpen, isTerminal } from './state.js';
import type { Turn } from './turn.js';

/** Works off everything that has ended, and ends the execution when nothing is open any more. */
export function settleAll(turn: Turn): void {
  for (;;) {
    for (let step = turn.nextEnding(); step !== null; step = turn.nextEnding())
      carryOut(turn, following(turn, step));
    if (isTerminal(turn.state.status) || turn.state.steps.some((it) => isOpen(it.status))) return;
    const stuck = undecidedGroup(turn);
    if (stuck === null) {
      rollUp(turn);
      return;
    }
    carryOut(turn, stuck);
  }
}

/** What follows from this step's end. */
function following(turn: Turn, step: StepState): Consequences {
  const found = nothing();
  const loop = takingLoop(turn.compiled, turn.state, step);
  if (loop !== null) {
    rewind(turn, loop, step, found);
    return found;
  }
  const group = groupOfNode(turn.compiled, step.nodeId);
  // The members of a join do not lead on one by one, recoveries apart.
  if (group?.policy !== 'joinOnQuorum' || isFault(step)) {
    const edges = firingEdges(turn.compiled, turn.state, step);
    found.start.push(...targetsOf(edges).map((nodeId) => edgeStart(turn, step, nodeId)));
  }
  if (group !== null) lookAtGroup(turn, group, step, found);
  if (group === null || group.policy === 'waitAll') failUnhandled(turn, step, found);
  return found;
}

function failUnhandled(turn: Turn, step: StepState, found: Consequences): void {
  if (!isUnhandled(turn.compiled, turn.state, step)) return;
  found.failure = unhandledFailure(step);
}

function unhandledFailure(step: StepState): FailureReason {
  const { stepId, nodeId } = step;
  if (step.status === 'failed') {
    const cause = step.error === null ? '' : `: ${step.error.code}: ${step.error.message}`;
    return { code: 'step-failed', message: `step of node "${nodeId}" failed${cause}`, stepId };
  }
  if (step.status === 'breached') {
    const message = `step of node "${nodeId}" missed its deadline, and no edge took the breach`;
    return { code: 'step-breached', message, stepId };
  }
  const message = `step of node "${nodeId}" was rejected, and no edge and no loop took the rejection`;
  return { code: 'unhandled-rejection', message, stepId };
}
