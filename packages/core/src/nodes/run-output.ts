/** The output of a step, as conditions and views see it: what is there so far while it waits. */
import type { CompiledDefinition } from '../compile/compiled.js';
import type { JsonObject } from '../definition/json.js';
import type { StepState } from '../interpreter/state.js';
import { nodeOf } from '../interpreter/transition.js';
import { kindOf } from './run.js';

/** The final output of a step that gave one; of any other, what was recorded so far, without a decision. */
export function outputOf(compiled: CompiledDefinition, step: StepState): JsonObject | null {
  if (step.status === 'completed' || step.status === 'skipped') return step.output;
  const node = nodeOf(compiled, step.nodeId);
  return kindOf(node).outputSoFar(node, step);
}
