/** An agent step leaves a job that calls the agent; the step is pending until that begins. */
import type { CompiledAgentNode } from '../../compile/compiled.js';
import type { NodeKind } from './kind.js';

export const agent: NodeKind<CompiledAgentNode> = {
  enter(turn, step) {
    turn.schedule({ kind: 'agent-call', stepId: step.stepId, dueAt: turn.now, attempt: 1 });
  },
};
