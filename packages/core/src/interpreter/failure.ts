/** Failure reasons of an execution with an unhandled ending (contract section 4). */
import type { CompiledGroup, CompiledLoop } from '../compile/compiled.js';
import type { ConditionFault } from '../expression/condition-fault.js';
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

/** A condition of a strict definition that is neither true nor false. */
export const conditionFailure = (fault: ConditionFault, of: string, step: StepState): FailureReason => ({
  code: fault.code,
  message: `the condition of ${of} ${fault.message}`,
  stepId: step.stepId,
});

/** A step of a strict definition that ended well, and of whose edges none fired. */
export const noBranchTaken = ({ stepId, nodeId }: StepState): FailureReason => ({
  code: 'no-branch-taken',
  message: `no edge of node "${nodeId}" fired, so nothing would follow its step; add an edge with on "otherwise"`,
  stepId,
});

/** Thrown while the consequences of an end are computed: the execution fails with this reason. */
export class ExecutionFault extends Error {
  override readonly name = 'ExecutionFault';
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(reason.message);
    this.reason = reason;
  }
}

/** An unevaluated condition is neither true nor false. */
export const tooCostly = (): FailureReason => ({
  code: 'expression-too-costly',
  message: 'the conditions of the following edges and loops exceed the work limit; compare shorter strings',
  stepId: null,
});
