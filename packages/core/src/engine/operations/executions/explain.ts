/** `executions/explain` (contract sections 9 to 11). */
import { deepFreeze } from '../../../definition/freeze.js';
import type { ExecutionState } from '../../../interpreter/state.js';

import { explain } from '../../explain/explain.js';
import { readState } from '../../reading/read-state.js';
import { type ExplanationView, explanationView } from '../../shapes/executions/explanation.js';
import { explainExecution } from '../../shapes/executions/run-requests.js';
import { stepIdIn } from '../addressing.js';
import { defineOperation } from '../define.js';
import type { On, Reading } from '../../scope.js';

/**
 * Explains why an execution waits: for whom, the missing parts, and the effect of each possible
 * decision. Read-only.
 * @throws NOT_FOUND
 * @request {"executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11"}
 */
export const operation = defineOperation({
  path: 'executions/explain',
  summary: 'Explains why an execution waits, and the effect of each possible decision.',
  request: explainExecution,
  result: explanationView,
  effect: 'read',
  permission: 'executions:read',
  budget: 'read',
  isLarge: true,
  run: async (on: Reading & On<'environment'>, { executionId, ...address }) => {
    const { absences, clock, environment, definitions } = on;
    const state = await readState(on, executionId);
    const isAll = address.stepId === undefined && address.nodeId === undefined;
    const stepId = isAll ? undefined : stepIdIn(state, address);
    const { compiled } = await definitions.ofExecution(state);
    const { calendars, maxStepsPerExecution } = environment();
    const explanation = explain(compiled, state, clock.now(), {
      absences: await absences.ofWaiting(state),
      deferred: await deferredSteps(on, state),
      maxStepsPerExecution,
      ...(stepId !== undefined && { stepId }),
      ...(calendars !== undefined && { calendars }),
    });
    // A copy already, except for parts shared with the state.
    return deepFreeze(explanation) as unknown as ExplanationView;
  },
});

/**
 * Returns running steps without a job, whose agents or receivers will call back, if jobs are
 * listed.
 */
async function deferredSteps(
  { store }: On<'store'>,
  { workspaceId, executionId, steps }: ExecutionState,
): Promise<Set<string>> {
  const running = steps.filter((it) => it.status === 'running').map((it) => it.stepId);
  if (running.length === 0) return new Set();
  const [jobs] = (await store.listJobs?.([{ workspaceId, executionId }])) ?? [];
  if (jobs === undefined) return new Set();
  const called = jobs.filter((it) => it.kind === 'agent-call' || it.kind === 'call').map((it) => it.stepId);
  return new Set(running.filter((it) => !called.includes(it)));
}
