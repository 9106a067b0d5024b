/** Revision loops (contract section 6): the iteration they are in, and which rejections they take. */
import type { CompiledDefinition, CompiledLoop } from '../compile/compiled.js';
import { type JsonObject, type JsonValue, isJsonArray } from '../definition/json.js';
import { holds } from '../expression/evaluate.js';
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

/** The iteration that a step of this node belongs to if it starts now. */
export function currentIteration(
  compiled: CompiledDefinition,
  state: ExecutionState,
  nodeId: string,
): number {
  const loop = loopOfNode(compiled, nodeId);
  return loop === null ? 1 : loopState(state, loop.loopId).iteration;
}

/** The loop that takes this step's ending: a rejection by people, in its body, that its predicate matches. */
export function takingLoop(
  compiled: CompiledDefinition,
  state: ExecutionState,
  step: StepState,
): CompiledLoop | null {
  if (step.nodeType !== 'human' || !isRejected(step)) return null;
  const loop = loopOfNode(compiled, step.nodeId);
  if (loop === null) return null;
  return loop.when === null || holds(loop.when, scopeOf(compiled, state, step)) ? loop : null;
}

/** What the entry node, or the exhausted route, gets as its input after `rejection`. */
export function loopInput(
  state: ExecutionState,
  loop: CompiledLoop,
  rejection: StepState,
  iteration: number,
): JsonObject {
  const attempt: JsonObject = {
    iteration: rejection.iteration,
    authorOutput: entryStep(state, loop, rejection.iteration)?.output ?? null,
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

/** The last step of the entry node in an iteration. */
function entryStep(state: ExecutionState, loop: CompiledLoop, iteration: number): StepState | undefined {
  return state.steps.findLast((it) => it.nodeId === loop.entryNodeId && it.iteration === iteration);
}

/** The input with which the loop itself started an iteration: it carries the attempts before. */
function restartInput(state: ExecutionState, loop: CompiledLoop, iteration: number): JsonObject | undefined {
  const stepId = loopStepId(loop.loopId, iteration, loop.entryNodeId);
  return state.steps.find((it) => it.stepId === stepId)?.input;
}
