/**
 * The rows that a commit writes, list by list, in this order. `update`: columns to set where the key is there, none of
 * them: the row that is there stays; without it a duplicate fails.
 *
 * `commit-function.ts` makes its function from it: after a release a new list comes with a new function.
 */
import type { ColumnName, TableName } from './tables.js';

/** What a job that takes the place of another one sets. */
export const JOB_UPDATE = [
  'concurrency_key',
  'due_at',
  'claimable_at',
  'attempt',
  'token',
] as const satisfies ColumnName<'jobs'>[];

export const COMMIT_LISTS = {
  keys: { table: 'idempotency_keys' },
  created: { table: 'executions' },
  changed: { table: 'executions', update: ['seq', 'status', 'ended_at', 'body'] },
  steps: { table: 'steps', update: ['status', 'body'] },
  commits: { table: 'commits' },
  feed: { table: 'feed' },
  parties: { table: 'parties', update: [] },
  /** What was there of the steps that changed is gone by then. */
  inbox: { table: 'inbox' },
  deliveries: { table: 'deliveries' },
  /**
   * Where a delivery job is there already, an older delivery is pending, or being made: the rule of `DeliveryStore`
   * holds as it is. The lock on the execution keeps it from going meanwhile.
   */
  delivery_jobs: { table: 'jobs', update: [] },
  /** Last, when the jobs of what has ended are gone: one of these can have the key of one of those. */
  jobs: { table: 'jobs', update: JOB_UPDATE },
} as const satisfies Record<string, CommitListShape>;

interface CommitListShape {
  readonly table: TableName;
  readonly update?: readonly string[];
}

export type CommitList = keyof typeof COMMIT_LISTS;
export const COMMIT_LIST_NAMES = Object.keys(COMMIT_LISTS) as CommitList[];
