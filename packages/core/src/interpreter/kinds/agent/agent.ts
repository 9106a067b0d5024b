/** An agent step leaves a job that calls the agent; the step is pending until that begins. */
import type { CompiledAgentNode } from '../../../compile/compiled.js';
import type { NodeKind } from '../kind.js';
import { agentOutputSoFar, resolvedAgentOutput } from './output.js';

export const agent: NodeKind<CompiledAgentNode> = {
  isDecidedByPeople: false,
  enter(transition, step) {
    transition.schedule({ kind: 'agent-call', stepId: step.stepId, dueAt: transition.now, attempt: 1 });
  },
  outputSoFar: (_, step) => agentOutputSoFar(step),
  inputMapping: (node) => node.inputMapping,
  forcedOutput: (_, step, { decision }) => resolvedAgentOutput(step, decision),
  completedData: ({ agentId }) => ({ agentId }),
};
