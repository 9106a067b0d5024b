/** Writing the changes of a batch that were found to be good, table by table. */
import type { Change } from '@org/approval-core';
import { type Sql, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import type { RowOf } from '../schema/tables.js';
import { columnsNamed, deleteRows, insertRows, runAll } from '../schema/statements.js';
import type { StoreContext } from './context.js';
import { deliveryJobRow, deliveryRows } from './rows/deliveries.js';
import { eventRows } from './rows/events.js';
import { feedRows } from './rows/feed.js';
import { MUTABLE, executionRow, executionValues } from './rows/executions.js';
import { keyRows, keyText } from './rows/idempotency-keys.js';
import { inboxWrites } from './rows/inbox.js';
import { JOB_KEY, JOB_UPDATE, jobRow, jobValues, jobValuesOf } from './rows/jobs.js';
import { partyRows } from './rows/parties.js';
import { stepRows } from './rows/steps.js';

export async function writeChanges(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const jobs = jobWrites(context, changes);
  const inbox = inboxWrites(context, changes);
  const deletions = [...jobs.deletions, ...inbox.deletions];
  const additions = [...jobs.additions, ...inbox.additions];
  const writes = [...keyWrites(context, changes), ...stateWrites(context, changes), ...deletions];
  const deliveries = deliveryWrites(context, changes);
  // A row can be replaced by one with its key: then it must be gone first.
  if (deletions.length > 0 && additions.length > 0) {
    await runAll(context, session, [...writes, ...deliveries]);
    await runAll(context, session, additions);
  } else {
    await runAll(context, session, [...writes, ...deliveries, ...additions]);
  }
}

/** In the order of the keys: two batches that want the same ones must not wait for each other. */
function keyWrites(context: StoreContext, changes: readonly Change[]): Sql[] {
  const rows = changes.flatMap(keyRows);
  const inOrder = rows.toSorted((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
  return insertRows(context, 'idempotency_keys', inOrder);
}

function stateWrites(context: StoreContext, changes: readonly Change[]): Sql[] {
  const isNew = ({ expectedSeq }: Change) => expectedSeq === 0;
  const created = changes.filter(isNew);
  const changed = changes.filter((change) => !isNew(change));
  return [
    ...insertRows(context, 'executions', created.map(executionRow)),
    ...insertRows(context, 'executions', changed.map(executionRow), { update: MUTABLE }),
    ...insertRows(context, 'steps', changes.flatMap(stepRows), {
      update: ['status', 'waiting_since', 'waiting_for', 'body'],
    }),
    ...insertRows(context, 'events', changes.flatMap(eventRows)),
    ...insertRows(context, 'feed', changes.flatMap(feedRows)),
    ...insertRows(context, 'parties', changes.flatMap(partyRows), { update: [] }),
  ];
}

function jobWrites(
  context: StoreContext,
  changes: readonly Change[],
): { deletions: Sql[]; additions: Sql[] } {
  const ended = changes.flatMap(({ state, expectedSeq, endedStepIds }) =>
    expectedSeq === 0 ? [] : endedStepIds.map((stepId) => [...executionValues(state), stepId]),
  );
  const finished = changes
    .flatMap(({ claims }) => claims)
    .filter((claim) => claim.finishes)
    .map(({ job }) => jobValues(job));
  const added = changes.flatMap(({ state, newJobs }) =>
    newJobs.map((job) => jobRow(state, { ...job, concurrencyKey: null })),
  );
  return {
    deletions: [...deleteRows(context, 'jobs', ended), ...deleteRows(context, 'jobs', finished)],
    additions: insertRows(context, 'jobs', added, { update: JOB_UPDATE }),
  };
}

/**
 * Where a delivery job is there already, an older delivery is pending, or being made: the rule of `DeliveryStore`
 * holds as it is. The lock on the execution keeps it from going meanwhile.
 */
function deliveryWrites(context: StoreContext, changes: readonly Change[]): Sql[] {
  const rows = changes.map(deliveryRows);
  const jobs = rows.flatMap(([head]) => (head === undefined ? [] : [deliveryJobRow(head)]));
  return [
    ...insertRows(context, 'deliveries', rows.flat()),
    ...insertRows(context, 'jobs', jobs, { update: [] }),
    ...(context.locksAreLocal === true ? jobTouches(context, jobs) : []),
  ];
}

/**
 * On Galera the job is written in any case: a result that is recorded on another server writes it too, and one of the
 * two comes too late. `attempt` is for agent calls; of a delivery job nobody reads it (see `claimedOf`).
 */
function jobTouches({ dialect, names }: StoreContext, jobs: readonly RowOf<'jobs'>[]): Sql[] {
  const columns = columnsNamed('jobs', JOB_KEY);
  return dialect.chunks(jobs.map(jobValuesOf)).map((chunk) => {
    const { text, params } = dialect.matching(columns, chunk);
    return sql(`update ${names.jobs} set attempt = attempt + 1 where ${text}`, params);
  });
}
