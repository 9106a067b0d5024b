/** Revision loops (contract section 6): current iterations and handled rejections. */
import type { CompiledDefinition, CompiledLoop } from '../compile/compiled.js';
import { derived } from '../compile/derived.js';
import { type JsonObject, type JsonValue, isJsonArray } from '../definition/json.js';
import type { WorkBudget } from '../expression/work.js';
import { outputOf } from '../nodes/run-output.js';
import { traitsOf } from '../nodes/schema.js';
import { conditionHolds, conditionOfPart, strictConditionOf } from './condition.js';
import { scopeOf } from './scope.js';
import { type ExecutionState, type LoopState, type StepState, isRejected } from './state.js';
import { loopStepId } from './step-id.js';

export function loopOfNode(compiled: CompiledDefinition, nodeId: string): CompiledLoop | null {
  const index = Object.hasOwn(compiled.loopOf, nodeId) ? compiled.loopOf[nodeId] : undefined;
  return index === undefined ? null : (compiled.loops[index] ?? null);
}

export function loopState(state: ExecutionState, loopId: string): LoopState {
  return state.loops.find((it) => it.loopId === loopId) ?? { loopId, iteration: 1, exhausted: false };
}

/** Iteration of a step of this node that starts now. */
export function currentIteration(
  compiled: CompiledDefinition,
  state: ExecutionState,
  nodeId: string,
): number {
  const loop = loopOfNode(compiled, nodeId);
  return loop === null ? 1 : loopState(state, loop.loopId).iteration;
}

/** Returns the loop that handles the step's rejection by people, if its condition holds. */
export function takingLoop(asking: Asking, step: StepState): CompiledLoop | null {
  const { compiled, work } = asking;
  if (!isRejected(step) || !traitsOf(step.nodeType).rejectedByPeople) return null;
  const loop = loopOfNode(compiled, step.nodeId);
  if (loop === null) return null;
  const when = derived(loop, compiled.strict === true ? strictConditionOf : conditionOfPart);
  if (when === null) return loop;
  return conditionHolds(when, `loop "${loop.loopId}"`, { scope: scopeOf(asking, step), step, work })
    ? loop
    : null;
}

/** Context to evaluate conditions within a budget. */
export interface Asking {
  readonly compiled: CompiledDefinition;
  readonly state: ExecutionState;
  readonly work: WorkBudget;
}

/** The loop's record in the input of its entry node or exhausted route, after `rejection`. */
export function loopRecord(
  compiled: CompiledDefinition,
  state: ExecutionState,
  loop: CompiledLoop,
  rejection: StepState,
  iteration: number,
): JsonObject {
  const attempt: JsonObject = {
    iteration: rejection.iteration,
    authorOutput: authorOutput(compiled, state, loop, rejection.iteration),
    rejectedBy: rejectionField(rejection, 'rejectedBy'),
    rejectorMandatory: rejectionField(rejection, 'rejectorMandatory'),
    rejectionReason: rejectionField(rejection, 'rejectionReason'),
    rejectedAt: rejection.completedAt,
  };
  const before = restartInput(state, loop, rejection.iteration)?.['previousAttempts'];
  return {
    iteration,
    loopId: loop.loopId,
    previousAttempts: [...(isJsonArray(before) ? before : []), attempt],
  };
}

export const rejectionField = (step: StepState, field: string): JsonValue => step.output?.[field] ?? null;

/** Output of the entry node's last step in an iteration, as views show it. */
function authorOutput(
  compiled: CompiledDefinition,
  state: ExecutionState,
  loop: CompiledLoop,
  iteration: number,
): JsonObject | null {
  const step = state.steps.findLast((it) => it.nodeId === loop.entryNodeId && it.iteration === iteration);
  return step === undefined ? null : outputOf(compiled, step);
}

/** Input of an iteration that the loop itself started. It has the previous attempts. */
function restartInput(state: ExecutionState, loop: CompiledLoop, iteration: number): JsonObject | undefined {
  const stepId = loopStepId(loop.loopId, iteration, loop.entryNodeId);
  return state.steps.find((it) => it.stepId === stepId)?.input;
}
