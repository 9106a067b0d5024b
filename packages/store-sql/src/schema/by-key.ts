/** Rows by their primary key, in the function that commits on PostgreSQL. */
import type { Names } from './names.js';
import { TABLES } from './tables.js';

type KeyedTable = 'executions' | 'jobs' | 'inbox';

/**
 * The rows of a table for each item of a list, by the index of its primary key. The planner must not have a choice: of a
 * table that was empty when it was analyzed, as queues are, it takes every index for as good as any other, and then walks
 * all that has gone from it since. The range, which is one value, makes the order of the key worth something, and only that
 * index gives it.
 *
 * @param item the alias of the list
 * @param named columns that the two have in common, behind those of the execution
 */
export function byKey(
  names: Names,
  table: KeyedTable,
  { item, named = [], select, ending = '' }: KeyedRows,
): string {
  const conditions = [
    `t.workspace_id = ${item}.workspace_id`,
    `t.execution_id between ${item}.execution_id and ${item}.execution_id`,
    ...named.map((it) => `t.${it} = ${item}.${it}`),
  ];
  const order = TABLES[table].key.map((it) => `t.${it}`).join(', ');
  return `cross join lateral (select ${select} from ${names[table]} t where ${conditions.join(' and ')} order by ${order}${ending}) r`;
}

interface KeyedRows {
  readonly item: string;
  readonly named?: readonly string[];
  readonly select: string;
  readonly ending?: string;
}

const found = (
  names: Names,
  table: KeyedTable,
  { from, where, named, ending = '' }: Deleted & { readonly ending?: string },
): string =>
  `from ${from} ${byKey(names, table, { item: 'k', named, select: 't.ctid', ending })} where ${where}`;

interface Deleted {
  readonly from: string;
  readonly where: string;
  readonly named: readonly string[];
}

/**
 * First the jobs are locked, then the next statement deletes them: to one statement, a row that another has changed while
 * it waited is a row that it does not see.
 */
export const jobDeletion = (names: Names, deleted: Deleted): string =>
  `select coalesce(array_agg(r.ctid), '{}') into v_rows ${found(names, 'jobs', { ...deleted, ending: ' for update' })};
    if v_rows <> '{}' then
      delete from ${names.jobs} where ctid = any (v_rows);
    end if;`;

/** Nobody changes a row of an inbox. */
export const inboxDeletion = (names: Names, deleted: Deleted): string =>
  `delete from ${names.inbox} where ctid = any (array(select r.ctid ${found(names, 'inbox', deleted)}));`;
