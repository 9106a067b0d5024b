/** The output of a step, as conditions and views see it: what is there so far while it waits. */
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { NodeType } from '../../definition/definition.js';
import type { JsonObject } from '../../definition/json.js';
import type { StepState } from '../state.js';
import { nodeOf } from '../turn.js';
import { agentOutputSoFar } from './agent-output.js';
import { humanOutputSoFar } from './human-output.js';

const SO_FAR: {
  readonly [T in NodeType]: (compiled: CompiledDefinition, step: StepState) => JsonObject | null;
} = {
  human: (compiled, step) => step.output ?? humanOutputSoFar(nodeOf(compiled, step.nodeId), step),
  agent: (_, step) => agentOutputSoFar(step),
  webhook: (_, step) => step.output,
};

/** The final output of a step that gave one; of any other, what was recorded so far, without a decision. */
export function outputOf(compiled: CompiledDefinition, step: StepState): JsonObject | null {
  if (step.status === 'completed' || step.status === 'skipped') return step.output;
  return SO_FAR[step.nodeType](compiled, step);
}
