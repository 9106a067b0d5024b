/** A wait step has a job for the time at which it goes on by itself. */
import type { CompiledWaitNode } from '../../compile/compiled.js';
import type { NodeWork } from '../run-work.js';

export const waitWork: NodeWork<CompiledWaitNode> = {
  neededJobs: (_, { stepId, wakeAt }) =>
    wakeAt === undefined ? [] : [{ stepId, kind: 'wait-over', dueAt: wakeAt, attempt: 1 }],
  mostAttempts: () => 1,
  next: ({ stepId, wakeAt }, { wait }) => {
    if (wakeAt !== undefined) return { kind: 'wait-over', stepId };
    return wait.kind === 'signal' ? { kind: 'signal', name: wait.name, payload: null, key: null } : null;
  },
  timers: { 'wait-over': (stepId) => ({ kind: 'wait-over', stepId }) },
};
