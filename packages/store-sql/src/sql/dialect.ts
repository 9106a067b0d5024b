/** Where the databases differ in what they say. Everything else is one implementation. */

/** What a column holds; a column of any of these may be null if it is said to be. */
type ColumnType =
  /** An id of the engine, of up to 255 bytes, compared byte for byte. */
  | 'id'
  /** A reference of the host, of up to 200 characters (800 bytes), compared byte for byte. */
  | 'reference'
  /** Text of any length; JSON among it, which comes back as it went in. */
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
 * A statement with `?` for each parameter, and the type of the rows that it returns. A parameter can be bytes where the
 * server is PostgreSQL, MySQL or MariaDB, and a whole column of rows on PostgreSQL.
 */
export interface Sql<R = unknown> {
  readonly text: string;
  readonly params: readonly (Value | readonly Value[] | Uint8Array)[];
  /** For types only, and never there. */
  readonly row?: R;
}

/** The statement says what its rows are, as a part of `RowOf` a table. */
export const sql = <R = unknown>(text: string, params: Sql['params'] = []): Sql<R> => ({ text, params });

interface Index {
  /** Name of the index behind that of its table. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** Which rows are of interest, where the database has partial indexes. */
  readonly where?: string;
}

export interface TableShape {
  /** By name, in the order in which they are created. */
  readonly columns: Readonly<Record<string, ColumnShape>>;
  readonly key: readonly string[];
  readonly indexes: readonly Index[];
  /** Whether most rows have more than some hundred bytes: what a database keeps in its key's index, it keeps apart then. */
  readonly isWide?: boolean;
}

export const columnsOf = ({ columns }: Pick<TableShape, 'columns'>): readonly Column[] =>
  Object.entries(columns).map(([name, shape]) => ({ name, ...shape }));

export interface Dialect {
  readonly name: 'sqlite' | 'postgres' | 'mysql';
  /** ms since the epoch by the clock of the database. */
  readonly now: string;
  /** What ends a `select` that locks its rows; nothing where a transaction has the database for itself. */
  readonly forUpdate: string;
  readonly forShare: string;
  /** The same, and rows that others have locked are left out instead of waited for. */
  readonly skipLocked: string;
  readonly shareSkipLocked: string;
  /** The type of a column of up to 200 characters that needs no order. */
  readonly shortText: string;
  /** Rows in the portions that one statement takes. */
  chunks<T extends object>(rows: readonly T[]): readonly (readonly T[])[];
  /** A condition: the columns are one of `rows`. */
  matching(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql;
  /**
   * A table whose rows are found by its primary key. Where the planner would sooner read a small one as a whole, it waits for rows
   * that somebody holds and nobody asked for.
   */
  byKey(table: string): string;
  /** Deletes the rows whose columns, the first of the primary key, are one of `rows`, and looks at no other. */
  deleting(table: string, columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql;
  /** The rows that `select` finds for each of `rows`; it is given what stands for the cells of one. */
  each(
    columns: readonly Column[],
    rows: readonly (readonly Value[])[],
    select: (cells: readonly string[]) => string,
  ): Sql;
  /** What an `insert` gets its rows from. */
  values(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql;
  /** What an `insert` does where the key is there: sets these columns, or leaves the row as it is. */
  onConflict(key: readonly string[], update: readonly string[]): string;
  /** Writes that do not look at each other's rows, in as few statements as it can be; where that is none fewer, as they come. */
  together(writes: Iterable<Sql>): Iterable<Sql>;
  /** What defines the column when a table is made or changed. */
  definition(column: Column): string;
  createTable(name: string, shape: TableShape): readonly string[];
  /** Whether a `select` can be made for each row of another one; else they are put together by `union all`. */
  readonly hasLateral: boolean;
  /** Whether a function of the database commits a batch (see `schema/commit-function.ts`). */
  readonly hasCommitFunction: boolean;
}
