/** Values of an ended step that conditions and input mappings can read. */
import type { CompiledDefinition } from '../compile/compiled.js';
import type { Scope } from '../expression/evaluate.js';
import { outputOf } from '../nodes/run-output.js';
import type { ExecutionState, StepState } from './state.js';

export function scopeOf(
  { compiled, state }: { readonly compiled: CompiledDefinition; readonly state: ExecutionState },
  step: StepState,
): Scope {
  return {
    output: outputOf(compiled, step),
    step: {
      stepId: step.stepId,
      nodeId: step.nodeId,
      nodeType: step.nodeType,
      status: step.status,
      attempt: step.attempt,
      iteration: step.iteration,
      startedAt: step.startedAt,
      completedAt: step.completedAt,
    },
    execution: { input: state.triggerContext },
  };
}
