/** An agent step schedules a job that calls the agent. It is pending until the call begins. */
import type { CompiledAgentNode } from '../../compile/compiled.js';
import { type NodeKind, waitsForCall } from '../run-kind.js';
import { takeCallback } from './run-call.js';
import { agentWork } from './run-work.js';
import { agentOutputSoFar, resolvedAgentOutput } from './run-output.js';

export const agent: NodeKind<CompiledAgentNode> = {
  enter(transition, step) {
    transition.schedule({ kind: 'agent-call', stepId: step.stepId, dueAt: transition.now, attempt: 1 });
  },
  outputSoFar: (_, step) => agentOutputSoFar(step),
  inputMapping: (node) => node.inputMapping,
  forcedOutput: (_, step, { decision }) => resolvedAgentOutput(step, decision),
  completedData: ({ agentId }) => ({ agentId }),
  waitsFor(step) {
    if (step.status === 'waiting') return 'resolutions';
    return waitsForCall(step) === 'retry' ? 'retry' : 'agent';
  },
  completedBy: () => 'agent',
  calledBack: takeCallback,
  decides: ({ resolutionPolicy }) => resolutionPolicy !== null,
  work: agentWork,
};
