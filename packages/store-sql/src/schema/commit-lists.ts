/**
 * The rows that a commit writes, list by list, in this order. `update` lists columns to set where
 * the key exists. An empty list keeps the existing row. Without it a duplicate fails.
 * `commit-function.ts` makes its function from it: after a release a new list comes with a new
 * function.
 */
import { keysOf } from '@org/approval-internal/lists';
import type { ColumnName, TableName } from './tables.js';

/** Columns that a job sets when it replaces another. */
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
  changed: { table: 'executions', update: ['seq', 'status', 'ended_at', 'outcome', 'body'] },
  steps: { table: 'steps', update: ['status', 'body'] },
  commits: { table: 'commits' },
  feed: { table: 'feed' },
  parties: { table: 'parties', update: [] },
  /** Inbox rows of the changed steps are deleted before. */
  inbox: { table: 'inbox' },
  deliveries: { table: 'deliveries' },
  /**
   * An existing delivery job means an older delivery is pending or in progress: the rule of
   * `DeliveryStore` already holds. The lock on the execution keeps it from going away meanwhile.
   */
  delivery_jobs: { table: 'jobs', update: [] },
  /** Last, after the jobs of ended steps are deleted: a new job can reuse such a key. */
  jobs: { table: 'jobs', update: JOB_UPDATE },
  /** Jobs of other executions: their rows name the execution. */
  other_jobs: { table: 'jobs', update: JOB_UPDATE },
} as const satisfies Record<string, CommitListShape>;

interface CommitListShape {
  readonly table: TableName;
  readonly update?: readonly string[];
}

/** Lists whose rows name their executions themselves: the change is of another one. */
export const OF_OTHERS: readonly CommitList[] = ['other_jobs'];

export type CommitList = keyof typeof COMMIT_LISTS;
export const COMMIT_LIST_NAMES = keysOf(COMMIT_LISTS);
