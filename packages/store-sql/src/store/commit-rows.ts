/** What a change writes, as rows, list by list (see `COMMIT_LISTS`). */
import type { Change } from '@org/approval-core';
import type { COMMIT_LISTS, CommitList } from '../schema/commit-lists.js';
import type { RowOf } from '../schema/tables.js';
import { deliveryJobRow, deliveryRows } from './rows/deliveries.js';
import { eventRows } from './rows/events.js';
import { executionRow, executionValues } from './rows/executions.js';
import { feedRows } from './rows/feed.js';
import { keyRows } from './rows/idempotency-keys.js';
import { jobRow } from './rows/jobs.js';
import { partyRows } from './rows/parties.js';
import { stepRows } from './rows/steps.js';
import { inboxRows, personKeys } from '../schema/inbox-rows.js';

export type CommitRows = {
  readonly [L in CommitList]: readonly RowOf<(typeof COMMIT_LISTS)[L]['table']>[];
};

export function rowsOf(change: Change): CommitRows {
  const execution = [executionRow(change)];
  const isNew = change.expectedSeq === 0;
  const deliveries = deliveryRows(change);
  return {
    keys: keyRows(change),
    created: isNew ? execution : [],
    changed: isNew ? [] : execution,
    steps: stepRows(change),
    events: eventRows(change),
    feed: feedRows(change),
    parties: partyRows(change),
    inbox: inboxOf(change),
    deliveries,
    delivery_jobs: deliveries.slice(0, 1).map(deliveryJobRow),
    jobs: change.newJobs.map((job) => jobRow(change.state, { ...job, concurrencyKey: null })),
  };
}

/** The steps whose jobs go. A run that is created has none yet. */
export const endedKeys = ({ state, expectedSeq, endedStepIds }: Change): string[][] =>
  expectedSeq === 0 ? [] : endedStepIds.map((stepId) => [...executionValues(state), stepId]);

/** For whom the steps that changed wait now. */
function inboxOf({ state, changedSteps }: Change): RowOf<'inbox'>[] {
  const key = { workspace_id: state.workspaceId, execution_id: state.executionId };
  const keyOf = personKeys();
  return changedSteps.flatMap((step) => inboxRows(key, step, keyOf));
}
