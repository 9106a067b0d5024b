/** A subflow step has a job until its run has begun. The end of the run writes the other one. */
import type { CompiledSubflowNode } from '../../compile/compiled.js';
import type { NodeWork } from '../run-work.js';

export const subflowWork: NodeWork<CompiledSubflowNode> = {
  neededJobs: (_, { stepId, status, createdAt }) =>
    status === 'pending' ? [{ stepId, kind: 'start-run', dueAt: createdAt, attempt: 1 }] : [],
  mostAttempts: () => 1,
  next: ({ stepId, status }, { definitionId, decisionFrom }) => {
    const run = { definitionId, definitionVersion: 1 };
    if (status === 'pending') return { kind: 'run-started', stepId, ...run };
    const decision = decisionFrom === null ? null : ({ decision: 'approve', approved: true } as const);
    const end = { status: 'completed', message: null, output: {}, decision, deciders: [] } as const;
    return { kind: 'run-ended', stepId, ...run, end };
  },
  timers: {},
};
