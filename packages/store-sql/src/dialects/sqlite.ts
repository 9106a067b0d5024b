/** SQLite: a statement costs next to nothing, so each row has its own, prepared once. */
import type { Column, Dialect, TableShape } from '../sql/dialect.js';
import { anyOf, listOf } from './portable.js';

const TYPES = { id: 'text', reference: 'text', text: 'text', number: 'integer' } as const;

export const sqlite: Dialect = {
  name: 'sqlite',
  now: "cast(round((julianday('now') - 2440587.5) * 86400000) as integer)",
  // A transaction begins with the write lock on all of it.
  forUpdate: '',
  forShare: '',
  skipLocked: '',
  chunks: (rows) => rows.map((row) => [row]),
  matching: anyOf,
  values: listOf,
  onConflict: (key, update) =>
    update.length === 0
      ? 'on conflict do nothing'
      : `on conflict (${key.join(', ')}) do update set ${update.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  together: (writes) => writes,
  createTable: (name, { columns, key, indexes }) => [
    `create table ${name} (\n${[...columns.map(definition), `  primary key (${key.join(', ')})`].join(',\n')}\n) strict, without rowid`,
    ...indexes.map((it) => index(name, it)),
  ],
};

const definition = ({ name, type, nullable }: Column): string =>
  `  ${name} ${TYPES[type]}${nullable === true ? '' : ' not null'}`;

const index = (table: string, { name, columns, unique, where }: TableShape['indexes'][number]): string =>
  `create ${unique === true ? 'unique ' : ''}index ${table}_${name} on ${table} (${columns.join(', ')})` +
  (where === undefined ? '' : ` where ${where}`);
