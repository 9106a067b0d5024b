/** The rows that a change writes, list by list (see `COMMIT_LISTS`). */
import type { Change } from '@org/approval-core/store';
import type { COMMIT_LISTS, CommitList } from '../../schema/commit-lists.js';
import type { RowOf } from '../../schema/tables.js';
import { deliveryJobRow, deliveryRows } from '../rows/deliveries.js';
import { commitRows } from '../rows/commits.js';
import { executionRow, executionValues } from '../rows/executions.js';
import { feedRows } from '../rows/feed.js';
import { keyRows } from '../rows/idempotency-keys.js';
import { jobRow } from '../rows/jobs.js';
import { partyRows } from '../rows/parties.js';
import { stepRows } from '../rows/steps.js';
import { inboxRows, personKeys } from '../rows/inbox.js';

export type CommitRows = {
  readonly [L in CommitList]: readonly RowOf<(typeof COMMIT_LISTS)[L]['table']>[];
};

/**
 * The rows of each list. Lists are built one by one, so that synchronous drivers can rest between
 * them.
 */
export const ROWS_OF: { readonly [L in CommitList]: (change: Change) => CommitRows[L] } = {
  keys: keyRows,
  created: (change) => (isNew(change) ? [executionRow(change)] : []),
  changed: (change) => (isNew(change) ? [] : [executionRow(change)]),
  steps: stepRows,
  commits: commitRows,
  feed: feedRows,
  parties: partyRows,
  inbox: inboxOf,
  deliveries: deliveryRows,
  delivery_jobs: deliveryJobRows,
  jobs: ownJobRows,
  other_jobs: otherJobRows,
};

/** The jobs of a change, of steps and of deliveries. */
export const newJobRows = (change: Change): RowOf<'jobs'>[] => [
  ...deliveryJobRows(change),
  ...ownJobRows(change),
  ...otherJobRows(change),
];

function deliveryJobRows(change: Change): RowOf<'jobs'>[] {
  return deliveryRows(change).slice(0, 1).map(deliveryJobRow);
}

function ownJobRows({ state, newJobs }: Change): RowOf<'jobs'>[] {
  return newJobs.map((job) => jobRow(state, { ...job, concurrencyKey: job.concurrencyKey ?? null }));
}

function otherJobRows({ state: { workspaceId }, jobsOfOthers = [] }: Change): RowOf<'jobs'>[] {
  return jobsOfOthers.map(({ executionId, ...job }) =>
    jobRow({ workspaceId, executionId }, { ...job, concurrencyKey: null }),
  );
}

const isNew = ({ expectedSeq }: Change): boolean => expectedSeq === 0;

/** Steps whose jobs are deleted. A new execution has none yet. */
export const endedKeys = ({ state, expectedSeq, endedStepIds }: Change): string[][] =>
  expectedSeq === 0 ? [] : endedStepIds.map((stepId) => [...executionValues(state), stepId]);

/** Inbox rows of the changed steps. */
function inboxOf({ state, changedSteps }: Change): RowOf<'inbox'>[] {
  const key = { workspace_id: state.workspaceId, execution_id: state.executionId };
  const keyOf = personKeys();
  return changedSteps.flatMap((step) => inboxRows(key, step, keyOf));
}
