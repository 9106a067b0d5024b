/** Why a run fails for an ending that nobody took up (contract section 4). */
import type { CompiledGroup, CompiledLoop } from '../compile/compiled.js';
import type { FailureReason, StepState } from './state.js';

export function unhandledFailure(step: StepState): FailureReason {
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

export function unreachableFailure(group: CompiledGroup, step: StepState | null): FailureReason {
  return {
    code: 'quorum-unreachable',
    message: `group "${group.groupId}" can no longer reach its quorum of ${group.quorum}, and nothing took that up`,
    stepId: step?.stepId ?? null,
  };
}

/** `again`: the loop was exhausted before, and its route is taken. */
export function exhaustedFailure(loop: CompiledLoop, step: StepState, again: boolean): FailureReason {
  return {
    code: 'loop-exhausted',
    message: `loop "${loop.loopId}" was rejected in the last of its ${loop.maxIterations} iterations${again ? ', again' : ''}`,
    stepId: step.stepId,
  };
}

/** A condition that was not decided is neither true nor false. */
export const tooCostly = (): FailureReason => ({
  code: 'expression-too-costly',
  message:
    'the conditions of the edges and loops that follow take more work than they may; compare less text',
  stepId: null,
});
