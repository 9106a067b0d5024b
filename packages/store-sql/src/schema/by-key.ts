/** Rows by their primary key, in the function that commits on PostgreSQL. */
import type { Names } from './names.js';
import { TABLES } from './tables.js';

type KeyedTable = 'executions' | 'jobs' | 'inbox';

/**
 * The rows of a table for each item of a list, by the index of its primary key. The planner must
 * not have a choice: for a table that was empty when it was analyzed, as queues are, all indexes
 * cost the same, and it may walk every row deleted since. The range, which is a single value, makes
 * the order of the key useful, and only that index provides it.
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
 * Locks the jobs first; the next statement deletes them. A single statement would not see a row
 * that another transaction changed while it waited.
 */
export const jobDeletion = (names: Names, deleted: Deleted): string =>
  `select coalesce(array_agg(r.ctid), '{}') into v_rows ${found(names, 'jobs', { ...deleted, ending: ' for update' })};
    if v_rows <> '{}' then
      delete from ${names.jobs} where ctid = any (v_rows);
    end if;`;

/** Rows of an inbox are never updated. */
export const inboxDeletion = (names: Names, deleted: Deleted): string =>
  `delete from ${names.inbox} where ctid = any (array(select r.ctid ${found(names, 'inbox', deleted)}));`;
