/** Jobs as rows, and back. */
import type { ClaimedJob, ExecutionKey, JobKey, StoredJob } from '@org/approval-core/store';
import type { ColumnName, RowOf } from '../../schema/tables.js';
import { textKey } from '../text-key.js';

/** An execution has one job for all of its deliveries. */
export const DELIVERY_JOB = { kind: 'webhook-delivery', stepId: '' } as const;

/** A job to write; it replaces the one with its key. */
export interface NewJob extends Pick<JobKey, 'kind' | 'stepId'>, Pick<ClaimedJob, 'dueAt' | 'attempt'> {
  readonly concurrencyKey: string | null;
}

/** The columns of the key. */
export const JOB_KEY = [
  'workspace_id',
  'execution_id',
  'step_id',
  'kind',
] as const satisfies ColumnName<'jobs'>[];

export const jobRow = (
  { workspaceId, executionId }: ExecutionKey,
  { kind, stepId, dueAt, attempt, concurrencyKey }: NewJob,
): RowOf<'jobs'> => ({
  workspace_id: workspaceId,
  execution_id: executionId,
  step_id: stepId,
  kind,
  concurrency_key: concurrencyKey ?? NO_CONCURRENCY_KEY,
  due_at: dueAt,
  claimable_at: dueAt,
  attempt,
  token: null,
});

/** Cell of a job without a concurrency key: a key is never the empty string. */
export const NO_CONCURRENCY_KEY = '';

export const concurrencyKeyOf = ({
  concurrency_key: key,
}: Pick<RowOf<'jobs'>, 'concurrency_key'>): string | null => (key === NO_CONCURRENCY_KEY ? null : key);

export const jobValues = ({ workspaceId, executionId, stepId, kind }: JobKey): string[] => [
  workspaceId,
  executionId,
  stepId,
  kind,
];

export const jobValuesOf = (row: RowOf<'jobs'>): string[] => [
  row.workspace_id,
  row.execution_id,
  row.step_id,
  row.kind,
];

/** The job and the token of its claim; equal to `textKey(...jobValues(claim.job), claim.token)`. */
export const tokenTextOf = (row: RowOf<'jobs'>): string => textKey(...jobValuesOf(row), row.token);

export const storedJobOf = (row: RowOf<'jobs'>): StoredJob => ({
  workspaceId: row.workspace_id,
  executionId: row.execution_id,
  stepId: row.step_id,
  kind: row.kind,
  dueAt: row.due_at,
  attempt: attemptOf(row),
});

// On Galera each commit increments that of a delivery job, so that it is written.
const attemptOf = ({ kind, attempt }: RowOf<'jobs'>): number => (kind === DELIVERY_JOB.kind ? 1 : attempt);

/** A job that was claimed with this token. */
export const claimedOf = (row: RowOf<'jobs'>, token: string): ClaimedJob => ({
  job: {
    workspaceId: row.workspace_id,
    executionId: row.execution_id,
    stepId: row.step_id,
    kind: row.kind,
  },
  token,
  dueAt: row.due_at,
  attempt: attemptOf(row),
  concurrencyKey: concurrencyKeyOf(row),
});
