/** Steps that requests name by `stepId`, or by the node that the execution has one step of. */
import { invalidField } from '../../definition/issue.js';
import { noStepOf } from '../../interpreter/command.js';
import { type ExecutionState, findStep } from '../../interpreter/state.js';
import { failedPrecondition, invalidArgument, refusalError, unknownExecution } from '../errors.js';
import type { On } from '../scope.js';

/** Number of step ids in an error. */
const NAMED = 100;

/** The two ways to name a step. */
interface StepAddress {
  readonly executionId: string;
  readonly stepId?: string | undefined;
  readonly nodeId?: string | undefined;
}

type Addressed<T extends StepAddress> = Omit<T, 'stepId' | 'nodeId'> & {
  readonly executionId: string;
  readonly stepId: string;
};

/**
 * The request with the id of its step. Ended steps count too, so that a late repeat never decides a
 * later iteration.
 * @throws ApprovalError INVALID_ARGUMENT; NOT_FOUND (`details.waiting`); FAILED_PRECONDITION
 * `step-ambiguous` (`details.stepIds`)
 */
export async function addressed<T extends StepAddress>(
  { pipeline, workspaceId }: On<'pipeline'>,
  request: T,
): Promise<Addressed<T>> {
  const { stepId, nodeId: _, ...rest } = request;
  refuseAddress(request);
  if (stepId !== undefined) return { ...rest, stepId };
  const { executionId } = request;
  const state = await pipeline.load({ workspaceId, executionId });
  if (state === null) throw unknownExecution(executionId);
  return { ...rest, stepId: stepIdIn(state, request) };
}

function refuseAddress({ stepId, nodeId }: Omit<StepAddress, 'executionId'>): void {
  if ((stepId === undefined) !== (nodeId === undefined)) return;
  const message =
    stepId === undefined ? 'is missing; give stepId or nodeId' : 'give stepId or nodeId, not both';
  throw invalidArgument([invalidField(stepId === undefined ? 'stepId' : 'nodeId', message)]);
}

/** Id of the step that a request names; it exists. */
export function stepIdIn(state: ExecutionState, address: Omit<StepAddress, 'executionId'>): string {
  refuseAddress(address);
  const { stepId, nodeId = '' } = address;
  if (stepId !== undefined) {
    if (findStep(state, stepId) !== null) return stepId;
    throw refusalError(noStepOf(state, { stepId }).refusal);
  }
  const stepIds = state.steps.filter((it) => it.nodeId === nodeId).map((it) => it.stepId);
  const [only] = stepIds;
  if (only === undefined) throw refusalError(noStepOf(state, { nodeId }).refusal);
  if (stepIds.length === 1) return only;
  const message = `node "${nodeId}" has ${stepIds.length} steps in this execution; name one by its stepId`;
  throw failedPrecondition('step-ambiguous', message, { stepIds: stepIds.slice(0, NAMED) });
}
