/**
 * The call job is needed until the call began; then the agent may have deferred its result. The
 * timeout job is needed until the run time ends.
 */
import type { CompiledAgentNode } from '../../compile/compiled.js';
import type { Job } from '../../interpreter/job.js';
import type { CheckKind } from '../check-kind.js';

export const agent: CheckKind<CompiledAgentNode> = {
  jobs: ['agent-call', 'agent-timeout'],
  neededJobs(node, step, attempts) {
    if (step.status === 'waiting') return [];
    const { stepId, attempt, startedAt } = step;
    const needed: Job[] = [];
    if (!attempts.isBegun(step)) {
      needed.push({ stepId, kind: 'agent-call', dueAt: attempts.dueAt(step), attempt });
    }
    if (startedAt !== null) {
      const dueAt = startedAt + node.agentMaxRuntimeMs;
      needed.push({ stepId, kind: 'agent-timeout', dueAt, attempt: 1 });
    }
    return needed;
  },
  mostAttempts: (node) => node.retry.maximumAttempts,
};
