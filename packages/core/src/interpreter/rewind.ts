/** Effect of a rejection on the loop that handles it (contract section 6). */
import type { CompiledLoop } from '../compile/compiled.js';
import { CANCELLING_ACTORS } from './actors.js';
import type { Consequences } from './consequences.js';
import { exhaustedFailure } from './failure.js';
import { loopRecord, loopState, rejectionField } from './loops.js';
import { evaluateGroup } from './quorum.js';
import { type StepState, isOpen } from './state.js';
import { exhaustedStepId, loopStepId } from './step-id.js';
import type { Transition } from './transition.js';

/** Begins the loop's next iteration, or exhausts the loop. */
export function rewind(
  transition: Transition,
  loop: CompiledLoop,
  rejection: StepState,
  found: Consequences,
): void {
  const { compiled, state } = transition;
  for (const step of state.steps) {
    if (isOpen(step.status) && loop.bodyNodeIds.includes(step.nodeId)) {
      found.cancel.set(step.stepId, { actorId: CANCELLING_ACTORS.loop, reason: 'loop-restart' });
    }
  }
  const { iteration, exhausted } = loopState(state, loop.loopId);
  if (iteration < loop.maxIterations) restart(transition, loop, rejection, iteration + 1, found);
  else exhaust(transition, loop, rejection, found, exhausted);
  // Members given up by an exhausted loop can no longer approve. The route handles their groups.
  if (found.restart !== null || found.failure !== null) return;
  for (const group of compiled.groups) {
    if (group.loopIds.includes(loop.loopId)) evaluateGroup(transition, group, rejection, found);
  }
}

function restart(
  { compiled, state }: Transition,
  loop: CompiledLoop,
  rejection: StepState,
  iteration: number,
  found: Consequences,
): void {
  found.restart = { loopId: loop.loopId, iteration, triggeredBy: 'rejection' };
  found.start.push({
    stepId: loopStepId(loop.loopId, iteration, loop.entryNodeId),
    nodeId: loop.entryNodeId,
    input: {},
    record: loopRecord(compiled, state, loop, rejection, iteration),
    parent: null,
  });
}

/**
 * Takes the exhausted route, or fails the execution. It also fails if the route was taken before,
 * when the body was entered again from outside: a rejection must not be lost.
 */
function exhaust(
  { compiled, state }: Transition,
  loop: CompiledLoop,
  rejection: StepState,
  found: Consequences,
  before: boolean,
): void {
  const { loopId, exhaustedNodeId } = loop;
  const { iteration } = loopState(state, loopId);
  if (!before) {
    found.exhausted = {
      loopId,
      iteration,
      lastRejectedBy: rejectionText(rejection, 'rejectedBy'),
      lastRejectionReason: rejectionText(rejection, 'rejectionReason'),
    };
  }
  if (exhaustedNodeId === null || before) {
    found.failure = exhaustedFailure(loop, rejection, before);
    return;
  }
  found.start.push({
    stepId: exhaustedStepId(loopId, exhaustedNodeId),
    nodeId: exhaustedNodeId,
    input: {},
    record: loopRecord(compiled, state, loop, rejection, iteration),
    parent: null,
  });
}

function rejectionText(rejection: StepState, field: string): string | null {
  const text = rejectionField(rejection, field);
  return typeof text === 'string' ? text : null;
}
