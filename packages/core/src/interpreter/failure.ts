/** Failure reasons of an execution with an unhandled ending (contract section 4). */
import type { CompiledGroup, CompiledLoop } from '../compile/compiled.js';
import type { FailureReason, StepState } from './state.js';

export function unhandledFailure(step: StepState): FailureReason {
  const { stepId, nodeId } = step;
  if (step.status === 'failed') {
    const cause = step.error === null ? '' : `: ${step.error.code}: ${step.error.message}`;
    return { code: 'step-failed', message: `step of node "${nodeId}" failed${cause}`, stepId };
  }
  if (step.status === 'breached') {
    const message = `step of node "${nodeId}" missed its deadline, and no edge handles the breach`;
    return { code: 'step-breached', message, stepId };
  }
  const message = `step of node "${nodeId}" was rejected, and no edge or loop handles the rejection`;
  return { code: 'unhandled-rejection', message, stepId };
}

export function unreachableFailure(group: CompiledGroup, step: StepState | null): FailureReason {
  return {
    code: 'quorum-unreachable',
    message: `group "${group.groupId}" can no longer reach its quorum of ${group.quorum}, and no edge or loop handles that`,
    stepId: step?.stepId ?? null,
  };
}

/** `again` means that the loop was exhausted before and its route is taken. */
export function exhaustedFailure(loop: CompiledLoop, step: StepState, again: boolean): FailureReason {
  return {
    code: 'loop-exhausted',
    message: `loop "${loop.loopId}" was rejected in the last of its ${loop.maxIterations} iterations${again ? ', again' : ''}`,
    stepId: step.stepId,
  };
}

/** An unevaluated condition is neither true nor false. */
export const tooCostly = (): FailureReason => ({
  code: 'expression-too-costly',
  message: 'the conditions of the following edges and loops exceed the work limit; compare shorter strings',
  stepId: null,
});
