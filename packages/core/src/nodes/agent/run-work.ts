/**
 * Jobs of an agent step. The call job is needed until the call began; then the agent may have
 * deferred its result. The timeout job is needed until the run time ends.
 */
import type { CompiledAgentNode } from '../../compile/compiled.js';
import type { Job } from '../../interpreter/job.js';
import type { NodeWork } from '../run-work.js';

const RESULT = { passed: true, summary: 'simulated', output: null, findings: null };

export const agentWork: NodeWork<CompiledAgentNode> = {
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
  next: ({ stepId, attempt, status }) =>
    status === 'pending'
      ? { kind: 'begin-agent-call', stepId, attempt }
      : { kind: 'agent-returned', stepId, attempt, result: RESULT },
  timers: { 'agent-timeout': (stepId) => ({ kind: 'agent-timed-out', stepId }) },
};
