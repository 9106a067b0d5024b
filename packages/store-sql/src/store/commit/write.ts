/** Writes the valid changes of a batch, table by table. */
import type { Change } from '@org/approval-core/store';
import { COMMIT_LISTS, COMMIT_LIST_NAMES, type CommitList } from '../../schema/commit-lists.js';
import { columnsNamed, deleteRows, insertRows, runAll } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import { type Sql, sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { type CommitRows, ROWS_OF, endedKeys } from './commit-rows.js';
import type { StoreContext } from '../context.js';
import { executionValues } from '../rows/executions.js';
import { keyText } from '../rows/idempotency-keys.js';
import { JOB_KEY, jobValues, jobValuesOf } from '../rows/jobs.js';

export async function writeChanges(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
): Promise<void> {
  for (const writes of writesOf(context, changes)) await runAll(context, session, writes);
}

/**
 * All writes of the changes, built on demand; writes in one list do not depend on each other's
 * rows.
 */
export function writesOf(context: StoreContext, changes: readonly Change[]): Iterable<Sql>[] {
  if (changes.length === 0) return [];
  const deletions = [...jobDeletions(context, changes), ...inboxDeletions(context, changes)];
  const first = function* (): Generator<Sql> {
    for (const list of COMMIT_LIST_NAMES)
      if (!REPLACED.includes(list)) yield* listWrites(context, list, changes);
    if (context.locksAreLocal === true) yield* jobTouches(context, changes);
    yield* deletions;
  };
  const additions = function* (): Generator<Sql> {
    for (const list of REPLACED) yield* listWrites(context, list, changes);
  };
  // A new row can have the key of an old one: the old one is deleted first.
  return deletions.length === 0 ? [inTurn(first(), additions())] : [first(), additions()];
}

function* inTurn<T>(...all: readonly Iterable<T>[]): Generator<T> {
  for (const each of all) yield* each;
}

/** Lists whose rows are deleted before rows with the same keys are inserted. */
const REPLACED: readonly CommitList[] = ['inbox', 'jobs', 'other_jobs'];

/** Deletes inbox rows of changed steps; their new rows follow. */
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

function listWrites(context: StoreContext, list: CommitList, changes: readonly Change[]): Iterable<Sql> {
  // The table of lists pairs tables with rows, which the compiler cannot follow: it treats all as
  // jobs.
  const { table, update } = COMMIT_LISTS[list] as unknown as (typeof COMMIT_LISTS)['jobs'] | NeverUpdated;
  const all = changes.flatMap((change) => ROWS_OF[list](change) as CommitRows['jobs']);
  const inOrder = list === 'keys' ? all.toSorted(byKey) : all;
  return insertRows(context, table, inOrder, update === undefined ? {} : { update });
}

interface NeverUpdated {
  readonly table: 'jobs';
  readonly update?: undefined;
}

/** Two batches that want the same keys must not deadlock. */
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
 * On Galera every batch writes the job: a result that another server records writes it too, and the
 * later one fails. `attempt` counts agent calls; for a delivery job it is unused (see `claimedOf`).
 */
function jobTouches({ dialect, names }: StoreContext, changes: readonly Change[]): Sql[] {
  const columns = columnsNamed('jobs', JOB_KEY);
  const keys = changes.flatMap((change) => ROWS_OF.delivery_jobs(change).map(jobValuesOf));
  return dialect.chunks(keys).map((chunk) => {
    const { text, params } = dialect.matching(columns, chunk);
    return sql(`update ${names.jobs} set attempt = attempt + 1 where ${text}`, params);
  });
}
