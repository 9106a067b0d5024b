/**
 * SQLite: runs in the process, so calls into the driver dominate the cost; rows go in chunks of
 * repeated sizes.
 */
import { type Column, type Dialect, type TableShape, columnsOf } from '../sql/dialect.js';
import { anyOf, columnLines, deletingBy, eachOf, inPowersOfTwo } from './portable.js';
import { sharing } from './shared-cells.js';

const TYPES = { id: 'text', reference: 'text', text: 'text', number: 'integer' } as const;

/** Larger chunks are not faster. */
const MAX_ROWS = 32;

export const sqlite: Dialect = {
  name: 'sqlite',
  hasCommitFunction: false,
  hasLateral: false,
  now: "cast(round((julianday('now') - 2440587.5) * 86400000) as integer)",
  // A transaction begins with a write lock on the whole database.
  forUpdate: '',
  forShare: '',
  skipLocked: '',
  shareSkipLocked: '',
  shortText: 'text',
  chunks: (rows) => inPowersOfTwo(rows, MAX_ROWS),
  byKey: (table) => table,
  deleting: deletingBy(anyOf),
  matching: anyOf,
  each: eachOf,
  values: sharing,
  onConflict: (key, update) =>
    update.length === 0
      ? 'on conflict do nothing'
      : `on conflict (${key.join(', ')}) do update set ${update.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  together: (writes) => writes,
  definition: (column) => definition(column),
  createTable: (name, { columns, key, indexes, isWide }) => [
    `create table ${name} (\n${columnLines(columnsOf({ columns }).map(definition), key).join(',\n')}\n) strict${isWide === true ? '' : ', without rowid'}`,
    ...indexes.map((it) => index(name, it)),
  ],
};

const definition = ({ name, type, nullable }: Column): string =>
  `${name} ${TYPES[type]}${nullable ? '' : ' not null'}`;

const index = (table: string, { name, columns, unique, where }: TableShape['indexes'][number]): string =>
  `create ${unique === true ? 'unique ' : ''}index ${table}_${name} on ${table} (${columns.join(', ')})` +
  (where === undefined ? '' : ` where ${where}`);
