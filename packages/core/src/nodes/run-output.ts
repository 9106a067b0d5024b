/** Output of a step for conditions and views; partial while the step waits. */
import type { CompiledDefinition } from '../compile/compiled.js';
import type { JsonObject } from '../definition/json.js';
import type { StepState } from '../interpreter/state.js';
import { nodeOf } from '../interpreter/transition.js';
import { kindOf } from './run.js';

/** Returns the output of a completed or skipped step, else the output so far. */
export function outputOf(compiled: CompiledDefinition, step: StepState): JsonObject | null {
  if (step.status === 'completed' || step.status === 'skipped') return step.output;
  const node = nodeOf(compiled, step.nodeId);
  return kindOf(node).outputSoFar(node, step);
}
