/**
 * MySQL 8 and MariaDB: one statement writes up to hundreds of rows, in chunks of repeated sizes.
 */
import {
  type Column,
  type Dialect,
  type Sql,
  type TableShape,
  type Value,
  columnsOf,
} from '../sql/dialect.js';
import { anyOf, cellsOf, columnLines, deletingBy, eachOf, inPowersOfTwo, listOf } from './portable.js';

const TYPES = {
  // Binary: no collation of both servers compares byte for byte and keeps trailing spaces.
  id: 'varbinary(255)',
  reference: 'varbinary(800)',
  text: 'longtext character set utf8mb4 collate utf8mb4_bin',
  number: 'bigint',
} as const;

const MAX_ROWS = 128;
/**
 * Far below `max_allowed_packet`, also with three bytes a character; larger statements are not
 * faster.
 */
const MAX_LENGTH = 500_000;

export const mysql: Dialect = {
  name: 'mysql',
  hasCommitFunction: false,
  hasLateral: false,
  // UTC: a local time is ambiguous in the repeated hour of autumn. It is the start of the
  // statement, so no statement waits for a lock before it reads the clock.
  now: "cast(timestampdiff(microsecond, '1970-01-01 00:00:00', utc_timestamp(3)) div 1000 as signed)",
  forUpdate: ' for update',
  // MariaDB has no `for share`.
  forShare: ' lock in share mode',
  skipLocked: ' for update skip locked',
  // MySQL and MariaDB share no syntax for it. MySQL, and proxies that strip comments, see a comment
  // and wait for the lock.
  shareSkipLocked: ' lock in share mode /*M!100600 skip locked */',
  shortText: 'varchar(200)',
  chunks: (rows) => inPowersOfTwo(rows, MAX_ROWS, MAX_LENGTH),
  matching: anyOf,
  byKey: (table) => `${table} force index (primary)`,
  deleting,
  each: eachOf,
  values: listOf,
  onConflict: (key, update) =>
    `on duplicate key update ${(update.length === 0 ? key.slice(0, 1) : update)
      .map((name) => (update.length === 0 ? `${name} = ${name}` : `${name} = values(${name})`))
      .join(', ')}`,
  together: (writes) => writes,
  definition: (column) => definition(column),
  createTable: (name, { columns, key, indexes }) => [
    // One statement: without a transaction, several could be applied in part.
    `create table if not exists ${name} (\n${[
      ...columnLines(columnsOf({ columns }).map(definition), key),
      ...indexes.map(index),
    ].join(',\n')}\n) engine = InnoDB row_format = dynamic default character set utf8mb4`,
  ],
};

const byConditions = deletingBy(anyOf);

/**
 * A `delete` by conditions uses the first column of the key if most rows share it, as rows of a
 * workspace do, and ignores index hints. A join forces the index. It compares numbers as floating
 * point, so those use conditions.
 */
function deleting(table: string, columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql {
  if (columns.some(({ type }) => type === 'number')) return byConditions(table, columns, rows);
  const cells = columns.map((_, index) => `? as k${index}`).join(', ');
  const listed = rows.map(() => `select ${cells}`).join(' union all ');
  const same = columns.map(({ name }, index) => `t.${name} = k.k${index}`).join(' and ');
  return {
    text: `delete t from (${listed}) k straight_join ${table} t force index (primary) on ${same}`,
    params: cellsOf(rows),
  };
}

const definition = ({ name, type, nullable }: Column): string =>
  `${name} ${TYPES[type]}${nullable ? '' : ' not null'}`;

const index = ({ name, columns, unique }: TableShape['indexes'][number]): string =>
  `  ${unique === true ? 'unique ' : ''}key ${name} (${columns.join(', ')})`;
