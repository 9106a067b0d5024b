/** Differences between the SQL of the databases. Everything else is one implementation. */

/** Type of a column; any of them may be nullable. */
type ColumnType =
  /** An id of the engine, up to 255 bytes, compared byte for byte. */
  | 'id'
  /** A reference of the host, up to 200 characters (800 bytes), compared byte for byte. */
  | 'reference'
  /** Text of any length, including JSON, returned unchanged. */
  | 'text'
  /** A whole number: a count, a flag, ms since the epoch. */
  | 'number';

export interface ColumnShape {
  readonly type: ColumnType;
  readonly nullable: boolean;
}

export interface Column extends ColumnShape {
  readonly name: string;
}

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/**
 * A statement with `?` for each parameter, and the type of its rows. Parameters can be bytes on
 * PostgreSQL, MySQL and MariaDB, and a whole column of rows on PostgreSQL.
 */
export interface Sql<R = unknown> {
  readonly text: string;
  readonly params: readonly (Value | readonly Value[] | Uint8Array)[];
  /** Type-only; never present at run time. */
  readonly row?: R;
}

/** The statement declares its rows, as a part of `RowOf` a table. */
export const sql = <R = unknown>(text: string, params: Sql['params'] = []): Sql<R> => ({ text, params });

interface Index {
  /** Name of the index, after the table's name. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** Rows of interest, where the database has partial indexes. */
  readonly where?: string;
}

export interface TableShape {
  /** Columns by name, in the order of creation. */
  readonly columns: Readonly<Record<string, ColumnShape>>;
  readonly key: readonly string[];
  readonly indexes: readonly Index[];
  /**
   * True when most rows exceed some hundred bytes: a database that stores rows in the index of the
   * key then stores them separately.
   */
  readonly isWide?: boolean;
}

export const columnsOf = ({ columns }: Pick<TableShape, 'columns'>): readonly Column[] =>
  Object.entries(columns).map(([name, shape]) => ({ name, ...shape }));

export interface Dialect {
  readonly name: 'sqlite' | 'postgres' | 'mysql';
  /** Clock of the database, in ms since the epoch. */
  readonly now: string;
  /** Suffix of a `select` that locks its rows; empty where a transaction has the whole database. */
  readonly forUpdate: string;
  readonly forShare: string;
  /** The same, but skips rows that others have locked. */
  readonly skipLocked: string;
  readonly shareSkipLocked: string;
  /** Type of a column of up to 200 characters that needs no order. */
  readonly shortText: string;
  /** Splits rows into the chunks of one statement. */
  chunks<T extends object>(rows: readonly T[]): readonly (readonly T[])[];
  /** A condition: the columns equal one of `rows`. */
  matching(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql;
  /**
   * A table whose rows are found by its primary key. A planner that scans a small table instead
   * would wait for unrelated locked rows.
   */
  byKey(table: string): string;
  /**
   * Deletes the rows whose columns, the first of the primary key, equal one of `rows`, and reads no
   * other.
   */
  deleting(table: string, columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql;
  /**
   * The rows that `select` finds for each of `rows`; its argument is the SQL of one row's cells.
   */
  each(
    columns: readonly Column[],
    rows: readonly (readonly Value[])[],
    select: (cells: readonly string[]) => string,
  ): Sql;
  /** Source of the rows of an `insert`. */
  values(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql;
  /** Conflict clause of an `insert`: sets these columns, or keeps the existing row. */
  onConflict(key: readonly string[], update: readonly string[]): string;
  /**
   * Merges writes that do not depend on each other's rows into few statements; unchanged where it
   * cannot.
   */
  together(writes: Iterable<Sql>): Iterable<Sql>;
  /** SQL that defines the column in a new or changed table. */
  definition(column: Column): string;
  createTable(name: string, shape: TableShape): readonly string[];
  /** True when a `select` can run for each row of another; else `union all` combines them. */
  readonly hasLateral: boolean;
  /** True when a function of the database commits a batch (see `schema/commit-function.ts`). */
  readonly hasCommitFunction: boolean;
}
