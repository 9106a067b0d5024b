/**
 * Runs and the steps that started them: findings that no record of one run shows. The commit that
 * ends one side writes a job for the other, so a side is lost only when that job is gone.
 */
import { isOpen, isTerminal, findStep, type StepState } from '../../interpreter/state.js';
import type { ExecutionRecord } from '../../checker/record.js';
import type { ExecutionKey } from '../../ports/store/executions.js';
import type { JobKind } from '../../interpreter/job.js';
import type { EngineContext } from '../context.js';
import { type DoctorFinding, findingOf } from './report.js';

type Stored = Pick<EngineContext, 'store'>;

/** Returns the lost children of a run, and the run itself if its parent has lost it. */
export async function lostChildren(
  context: Stored,
  { state }: Pick<ExecutionRecord, 'state'>,
): Promise<readonly DoctorFinding[]> {
  const { workspaceId, executionId, parent } = state;
  const key = { workspaceId, executionId };
  const found: DoctorFinding[] = [];
  const note = (stepId: string | null, message: string) =>
    found.push(findingOf({ code: 'child-lost', message, ...key, stepId, seq: null }, false));
  for (const step of state.steps) {
    const message = await faultOfStep(context, key, step);
    if (message !== null) note(step.stepId, message);
  }
  if (parent !== undefined && !isTerminal(state.status)) {
    const message = await faultOfRun(context, key, parent);
    if (message !== null) note(null, message);
  }
  return found;
}

/** Fault of an open step that has started a run; null for any other step. */
async function faultOfStep(
  context: Stored,
  key: ExecutionKey,
  { stepId, status, child }: StepState,
): Promise<string | null> {
  if (child === undefined || !isOpen(status)) return null;
  const [run] = await context.store.loadExecutions([{ ...key, executionId: child }]);
  const remedy = 'end the step with steps.finish';
  if (!run) return `the run "${child}" of the step does not exist; restore it from a backup, or ${remedy}`;
  if (!isTerminal(run.status) || !(await lacks(context, key, 'run-ended', stepId))) return null;
  return `the run "${child}" of the step is ${run.status}, and no job reports it; ${remedy}`;
}

/** Fault of an open run whose step has ended. */
async function faultOfRun(
  context: Stored,
  key: ExecutionKey,
  { executionId, stepId }: { readonly executionId: string; readonly stepId: string },
): Promise<string | null> {
  const [parent] = await context.store.loadExecutions([{ ...key, executionId }]);
  const step = parent ? findStep(parent, stepId) : null;
  if (step !== null && isOpen(step.status)) return null;
  if (!(await lacks(context, key, 'stop-run', ''))) return null;
  const end = step === null ? 'does not exist' : `is ${step.status}`;
  return `its step "${stepId}" of "${executionId}" ${end}, and no job stops the run; cancel it with executions.cancel`;
}

/** Reads jobs after the other side: its commit has written the job. */
async function lacks({ store }: Stored, key: ExecutionKey, kind: JobKind, stepId: string): Promise<boolean> {
  const [jobs] = (await store.listJobs?.([key])) ?? [];
  return jobs !== undefined && !jobs.some((it) => it.kind === kind && it.stepId === stepId);
}
