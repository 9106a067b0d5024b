/** Writing the changes of a batch that were found to be good, table by table. */
import type { Change } from '@org/approval-core';
import { COMMIT_LISTS, COMMIT_LIST_NAMES, type CommitList } from '../schema/commit-lists.js';
import { columnsNamed, deleteRows, insertRows, runAll } from '../schema/statements.js';
import type { RowOf } from '../schema/tables.js';
import { type Sql, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { type CommitRows, endedKeys, rowsOf } from './commit-rows.js';
import type { StoreContext } from './context.js';
import { executionValues } from './rows/executions.js';
import { keyText } from './rows/idempotency-keys.js';
import { JOB_KEY, jobValues, jobValuesOf } from './rows/jobs.js';

export async function writeChanges(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
): Promise<void> {
  for (const writes of writesOf(context, changes)) await runAll(context, session, writes);
}

/** Everything that the changes write; what is in one list does not look at each other's rows. */
export function writesOf(context: StoreContext, changes: readonly Change[]): Sql[][] {
  if (changes.length === 0) return [];
  const rows = changes.map(rowsOf);
  const writes = COMMIT_LIST_NAMES.filter((list) => !REPLACED.includes(list)).flatMap((list) =>
    listWrites(context, list, rows),
  );
  if (context.locksAreLocal === true) writes.push(...jobTouches(context, rows));
  const deletions = [...jobDeletions(context, changes), ...inboxDeletions(context, changes)];
  const additions = REPLACED.flatMap((list) => listWrites(context, list, rows));
  // A row can be replaced by one with its key: then it must be gone first.
  return deletions.length > 0 && additions.length > 0
    ? [[...writes, ...deletions], additions]
    : [[...writes, ...deletions, ...additions]];
}

/** Lists whose rows go before others with their keys come. */
const REPLACED: readonly CommitList[] = ['inbox', 'jobs'];

/** What waited for somebody on a step that changed; who it waits for now comes after. */
const inboxDeletions = (context: StoreContext, changes: readonly Change[]): Sql[] =>
  deleteRows(
    context,
    'inbox',
    changes
      .filter(({ expectedSeq }) => expectedSeq > 0)
      .flatMap(({ state, changedSteps }) =>
        changedSteps.map(({ stepId }) => [...executionValues(state), stepId]),
      ),
  );

function listWrites(context: StoreContext, list: CommitList, rows: readonly CommitRows[]): Sql[] {
  // Table and rows belong together by the table of lists, which the compiler cannot follow: it takes all for jobs.
  const { table, update } = COMMIT_LISTS[list] as unknown as (typeof COMMIT_LISTS)['jobs'] | NeverUpdated;
  const all = rows.flatMap((it) => it[list] as CommitRows['jobs']);
  const inOrder = list === 'keys' ? all.toSorted(byKey) : all;
  return insertRows(context, table, inOrder, update === undefined ? {} : { update });
}

interface NeverUpdated {
  readonly table: 'jobs';
  readonly update?: undefined;
}

/** Two batches that want the same keys must not wait for each other. */
const byKey = (a: unknown, b: unknown): number =>
  keyText(a as RowOf<'idempotency_keys'>) < keyText(b as RowOf<'idempotency_keys'>) ? -1 : 1;

function jobDeletions(context: StoreContext, changes: readonly Change[]): Sql[] {
  const finished = changes
    .flatMap(({ claims }) => claims)
    .filter((claim) => claim.finishes)
    .map(({ job }) => jobValues(job));
  return [
    ...deleteRows(context, 'jobs', changes.flatMap(endedKeys)),
    ...deleteRows(context, 'jobs', finished),
  ];
}

/**
 * On Galera the job is written in any case: a result that is recorded on another server writes it too, and one of the
 * two comes too late. `attempt` is for agent calls; of a delivery job nobody reads it (see `claimedOf`).
 */
function jobTouches({ dialect, names }: StoreContext, rows: readonly CommitRows[]): Sql[] {
  const columns = columnsNamed('jobs', JOB_KEY);
  const keys = rows.flatMap((it) => it.delivery_jobs.map(jobValuesOf));
  return dialect.chunks(keys).map((chunk) => {
    const { text, params } = dialect.matching(columns, chunk);
    return sql(`update ${names.jobs} set attempt = attempt + 1 where ${text}`, params);
  });
}
