/** A subflow step has a job until its run has begun. The end of the run writes the other one. */
import type { CompiledSubflowNode } from '../../compile/compiled.js';
import type { RunEnd } from '../../interpreter/run-end-data.js';
import type { NodeWork, SimulatedRun } from '../run-work.js';

export const subflowWork: NodeWork<CompiledSubflowNode> = {
  neededJobs: (_, { stepId, status, createdAt }) =>
    status === 'pending' ? [{ stepId, kind: 'start-run', dueAt: createdAt, attempt: 1 }] : [],
  mostAttempts: () => 1,
  next: ({ stepId, nodeId, status }, { definitionId, decisionFrom }, _, runs = {}) => {
    const run = { definitionId, definitionVersion: 1 };
    if (status === 'pending') return { kind: 'run-started', stepId, ...run };
    const given = Object.hasOwn(runs, nodeId) ? runs[nodeId] : undefined;
    return { kind: 'run-ended', stepId, ...run, end: endOf(given ?? 'approved', decisionFrom !== null) };
  },
  timers: {},
};

const DECISIONS = {
  approved: { decision: 'approve', approved: true },
  rejected: { decision: 'reject', approved: false },
} as const;

function endOf(end: SimulatedRun, decides: boolean): RunEnd {
  const isDecided = end === 'approved' || end === 'rejected';
  return {
    status: isDecided ? 'completed' : end,
    message: null,
    output: {},
    decision: isDecided && decides ? DECISIONS[end] : null,
    deciders: [],
  };
}
