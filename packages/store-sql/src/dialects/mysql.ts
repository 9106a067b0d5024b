/** MySQL 8 and MariaDB: rows by the hundred in one statement, in portions that repeat. */
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
  // Binary: no collation that both servers have compares byte for byte and minds spaces at the end.
  id: 'varbinary(255)',
  reference: 'varbinary(800)',
  text: 'longtext character set utf8mb4 collate utf8mb4_bin',
  number: 'bigint',
} as const;

const MAX_ROWS = 128;
/** Far below `max_allowed_packet`, also where a character takes three bytes; a larger statement is not faster. */
const MAX_LENGTH = 500_000;

export const mysql: Dialect = {
  name: 'mysql',
  hasCommitFunction: false,
  hasLateral: false,
  // In UTC: a local time names two instants in the doubled hour of autumn. It is the start of the statement, so no statement waits for a lock before it reads the clock.
  now: "cast(timestampdiff(microsecond, '1970-01-01 00:00:00', utc_timestamp(3)) div 1000 as signed)",
  forUpdate: ' for update',
  // `for share` is not known to MariaDB.
  forShare: ' lock in share mode',
  skipLocked: ' for update skip locked',
  // MySQL and MariaDB have no words for it in common: to MySQL, and to a proxy that takes it away, the end is a comment, and it is waited for.
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
    // One statement: there is no transaction around it, so half of it must not be possible.
    `create table if not exists ${name} (\n${[
      ...columnLines(columnsOf({ columns }).map(definition), key),
      ...indexes.map(index),
    ].join(',\n')}\n) engine = InnoDB row_format = dynamic default character set utf8mb4`,
  ],
};

const byConditions = deletingBy(anyOf);

/**
 * A `delete` by conditions goes by the first column of the key if most rows have it, as all of a workspace do, whatever it is
 * told of indexes: a join leaves it no choice. It compares numbers as floating point, so those go by conditions.
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
