/** The statements that every table needs, on many rows at once. */
import {
  type Column,
  type Dialect,
  type Row,
  type Sql,
  type TableShape,
  type Value,
  columnsOf,
  sql,
} from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import type { Names } from './names.js';
import { type ColumnName, type RowOf, TABLES, type TableName } from './tables.js';

/** A database, as the statements see it. */
export interface Target {
  readonly dialect: Dialect;
  /** Names of the tables. */
  readonly names: Names;
}

const shapeOf = (table: TableName): TableShape => TABLES[table];

/** Some columns of a table, for `Dialect.matching`. */
export function columnsNamed<T extends TableName>(
  table: T,
  names: readonly ColumnName<T>[],
): readonly Column[] {
  return inOrder(shapeOf(table), names);
}

const inOrder = (shape: TableShape, names: readonly string[]): readonly Column[] => {
  const columns = columnsOf(shape);
  return names.flatMap((name) => columns.filter((it) => it.name === name));
};

interface InsertOptions<T extends TableName> {
  /**
   * Columns to set where the key exists; an empty list keeps the existing row; without it a
   * duplicate fails.
   */
  readonly update?: readonly ColumnName<T>[];
}

/**
 * Inserts whole rows. Each statement is built on demand: serializing 20,000 rows at once would be
 * one long turn of the event loop, and synchronous drivers rest between statements.
 */
export function* insertRows<T extends TableName>(
  { dialect, names }: Target,
  table: T,
  rows: readonly (RowOf<T> & Row)[],
  { update }: InsertOptions<T> = {},
): Generator<Sql, void> {
  const shape = shapeOf(table);
  const columns = columnsOf(shape);
  const into = `insert into ${names[table]} (${columns.map(({ name }) => name).join(', ')}) `;
  const end = update === undefined ? '' : ` ${dialect.onConflict(shape.key, update)}`;
  for (const chunk of dialect.chunks(rows)) {
    const from = dialect.values(
      columns,
      chunk.map((row: Row) => columns.map(({ name }) => row[name] ?? null)),
    );
    yield sql(into + from.text + end, from.params);
  }
}

/** Deletes rows by their first key columns. */
export function deleteRows(
  { dialect, names }: Target,
  table: TableName,
  keys: readonly (readonly Value[])[],
): Sql[] {
  return dialect.chunks(keys).map((chunk) => dialect.deleting(names[table], keyColumns(table, chunk), chunk));
}

interface SelectOptions<T extends TableName, C extends ColumnName<T>> {
  /** All columns by default. */
  readonly columns?: readonly C[];
  /** More conditions, without parameters. */
  readonly where?: string;
  /** `skip` leaves out rows that others have locked. */
  readonly lock?: 'update' | 'share' | undefined;
  readonly skip?: boolean | undefined;
}

/** Reads rows by their first key columns; locks are taken in key order. */
export async function selectRows<T extends TableName, C extends ColumnName<T> = ColumnName<T>>(
  { dialect, names }: Target,
  session: Session,
  table: T,
  keys: readonly (readonly Value[])[],
  { columns, where, lock, skip = false }: SelectOptions<T, C> = {},
): Promise<Pick<RowOf<T>, C>[]> {
  const found: Pick<RowOf<T>, C>[] = [];
  const shape = shapeOf(table);
  const selected = (columns ?? Object.keys(shape.columns)).join(', ');
  const order = lock === undefined ? '' : ` order by ${shape.key.join(', ')}`;
  const ending = lock === undefined ? '' : lockingOf(dialect, lock, skip);
  // All transactions take locks in one order, or two could deadlock.
  for (const chunk of dialect.chunks(lock === undefined ? keys : keys.toSorted(byKey))) {
    const { text, params } = dialect.matching(keyColumns(table, chunk), chunk);
    const and = where === undefined ? '' : ` and ${where}`;
    const statement = `select ${selected} from ${dialect.byKey(names[table])} where ${text}${and}${order}${ending}`;
    found.push(...(await session.run(sql<Pick<RowOf<T>, C>>(statement, params))).rows);
  }
  return found;
}

function lockingOf(dialect: Dialect, lock: 'update' | 'share', skip: boolean): string {
  if (lock === 'share') return skip ? dialect.shareSkipLocked : dialect.forShare;
  return skip ? dialect.skipLocked : dialect.forUpdate;
}

function keyColumns(table: TableName, [first]: readonly (readonly Value[])[]): readonly Column[] {
  const shape = shapeOf(table);
  return inOrder(shape, shape.key.slice(0, first?.length ?? 0));
}

function byKey(a: readonly Value[], b: readonly Value[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  const [left, right] = [a[index] ?? '', b[index] ?? ''];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Runs writes that do not depend on each other's rows. */
export async function runAll({ dialect }: Target, session: Session, writes: Iterable<Sql>): Promise<void> {
  for (const write of dialect.together(writes)) await session.run(write);
}
