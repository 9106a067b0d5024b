/**
 * PostgreSQL: each column of the rows is one array parameter, so a statement takes any number of
 * rows and is prepared once.
 */
import {
  type Column,
  type Dialect,
  type Sql,
  type TableShape,
  type Value,
  columnsOf,
} from '../sql/dialect.js';
import { columnLines, deletingBy } from './portable.js';

const TYPES = {
  id: 'text collate "C"',
  reference: 'text collate "C"',
  text: 'text',
  number: 'bigint',
} as const;

/**
 * Functions and operators are qualified with pg_catalog where their declared argument types differ
 * from ours. Otherwise an account that may create functions in a schema of the search path could
 * add a better match, which would run as the engine's account.
 */
const arrayOf = ({ type }: Column): string => (type === 'number' ? '?::bigint[]' : '?::text[]');

/** Arrays side by side as rows. */
export const rowsFrom = (arrays: readonly string[]): string =>
  `rows from (${arrays.map((it) => `pg_catalog.unnest(${it})`).join(', ')})`;

function unnest(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql {
  const text = `select * from ${rowsFrom(columns.map(arrayOf))}`;
  return { text, params: columns.map((_, index) => rows.map((row) => row[index] ?? null)) };
}

function matching(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql {
  const { text, params } = unnest(columns, rows);
  return { text: `(${columns.map(({ name }) => name).join(', ')}) in (${text})`, params };
}

export const postgres: Dialect = {
  name: 'postgres',
  hasCommitFunction: true,
  hasLateral: true,
  // Not now(), which is the start of the transaction: a lease taken after a wait would end too
  // early.
  now: 'cast(pg_catalog.floor(extract(epoch from pg_catalog.clock_timestamp()) operator(pg_catalog.*) 1000) as bigint)',
  forUpdate: ' for update',
  forShare: ' for share',
  skipLocked: ' for update skip locked',
  shareSkipLocked: ' for share skip locked',
  shortText: 'text',
  chunks: (rows) => (rows.length === 0 ? [] : [rows]),
  matching,
  byKey: (table) => table,
  deleting: deletingBy(matching),
  each(columns, rows, select) {
    const { text, params } = unnest(columns, rows);
    const cells = columns.map((_, index) => `k.c${index}`);
    const names = columns.map((_, index) => `c${index}`).join(', ');
    return {
      text: `select r.* from (${text}) as k(${names}) cross join lateral (${select(cells)}) r`,
      params,
    };
  },
  values: unnest,
  onConflict: (key, update) =>
    update.length === 0
      ? 'on conflict do nothing'
      : `on conflict (${key.join(', ')}) do update set ${update.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  together(each) {
    const writes = [...each];
    if (writes.length < 2) return writes;
    const parts = writes.map(({ text }, index) => `w${index} as (${text})`);
    return [{ text: `with ${parts.join(',\n')}\nselect 1`, params: writes.flatMap(({ params }) => params) }];
  },
  definition: (column) => definition(column),
  createTable: (name, { columns, key, indexes }) => [
    // Free space in each page lets updated rows stay in place.
    `create table ${name} (\n${columnLines(columnsOf({ columns }).map(definition), key).join(',\n')}\n) with (fillfactor = 85)`,
    ...indexes.map((it) => index(name, it)),
  ],
};

const definition = ({ name, type, nullable }: Column): string =>
  `${name} ${TYPES[type]}${nullable ? '' : ' not null'}`;

/** An index lies in the schema of its table; its name must not include it. */
const index = (table: string, { name, columns, unique, where }: TableShape['indexes'][number]): string =>
  `create ${unique === true ? 'unique ' : ''}index ${table.split('.').at(-1) ?? ''}_${name} on ${table} (${columns.join(', ')})` +
  (where === undefined ? '' : ` where ${where}`);
