/** The statements that every table needs, on many rows at once. */
import { TABLES, type TableName } from '../schema/tables.js';
import type { Column, Dialect, Row, Sql, Value } from './dialect.js';
import type { Session } from './driver.js';

export type Names = Readonly<Record<TableName | 'schema_migrations', string>>;

/** A database as the statements see it. */
export interface Target {
  readonly dialect: Dialect;
  /** What the tables are called. */
  readonly names: Names;
}

export const sql = (text: string, params: Sql['params'] = []): Sql => ({ text, params });

const columnsOf = (table: TableName, names: readonly string[]): Column[] =>
  names.map((name) => {
    const found = (TABLES[table].columns as readonly Column[]).find((it) => it.name === name);
    if (found === undefined) throw new Error(`${table} has no column ${name}`);
    return found;
  });

const allColumns = (table: TableName): readonly string[] => TABLES[table].columns.map((it) => it.name);

interface InsertOptions {
  /** Columns to set where the key is there; none: the row that is there stays. Without it a duplicate fails. */
  readonly update?: readonly string[];
}

/** Inserts whole rows. */
export function insertRows(
  { dialect, names }: Target,
  table: TableName,
  rows: readonly Row[],
  { update }: InsertOptions = {},
): Sql[] {
  const columns = TABLES[table].columns as readonly Column[];
  const into = `insert into ${names[table]} (${allColumns(table).join(', ')}) `;
  const end = update === undefined ? '' : ` ${dialect.onConflict(TABLES[table].key, update)}`;
  return dialect.chunks(rows).map((chunk) => {
    const from = dialect.values(
      columns,
      chunk.map((row) => columns.map(({ name }) => row[name] ?? null)),
    );
    return sql(into + from.text + end, from.params);
  });
}

/** Deletes the rows whose first key columns are these. */
export function deleteRows(
  { dialect, names }: Target,
  table: TableName,
  keys: readonly (readonly Value[])[],
): Sql[] {
  return dialect.chunks(keys).map((chunk) => {
    const { text, params } = dialect.matching(keyColumns(table, chunk), chunk);
    return sql(`delete from ${names[table]} where ${text}`, params);
  });
}

interface SelectOptions {
  /** All by default. */
  readonly columns?: readonly string[];
  /** More conditions, without parameters. */
  readonly where?: string;
  readonly lock?: 'update' | 'share';
}

/** Reads, and locks in the order of their keys, the rows whose first key columns are these. */
export async function selectRows(
  { dialect, names }: Target,
  session: Session,
  table: TableName,
  keys: readonly (readonly Value[])[],
  { columns = allColumns(table), where, lock }: SelectOptions = {},
): Promise<Row[]> {
  const found: Row[] = [];
  const order = lock === undefined ? '' : ` order by ${TABLES[table].key.join(', ')}`;
  const ending = lock === undefined ? '' : lock === 'share' ? dialect.forShare : dialect.forUpdate;
  // Locks are taken in one order by everybody, or two could wait for each other.
  for (const chunk of dialect.chunks(lock === undefined ? keys : keys.toSorted(byKey))) {
    const { text, params } = dialect.matching(keyColumns(table, chunk), chunk);
    const and = where === undefined ? '' : ` and ${where}`;
    const statement = `select ${columns.join(', ')} from ${names[table]} where ${text}${and}${order}${ending}`;
    found.push(...(await session.run(sql(statement, params))).rows);
  }
  return found;
}

const keyColumns = (table: TableName, [first]: readonly (readonly Value[])[]): Column[] =>
  columnsOf(table, TABLES[table].key.slice(0, first?.length ?? 0));

function byKey(a: readonly Value[], b: readonly Value[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index < 0 ? 0 : (a[index] as string) < (b[index] as string) ? -1 : 1;
}

/** Runs writes that do not look at each other's rows. */
export async function runAll({ dialect }: Target, session: Session, writes: readonly Sql[]): Promise<void> {
  for (const write of dialect.together(writes)) await session.run(write);
}
