/** Where the databases differ in what they say. Everything else is one implementation. */

/** What a column holds; a column of any of these may be null if it is said to be. */
export type ColumnType =
  /** An id of the engine, of up to 255 bytes, compared byte for byte. */
  | 'id'
  /** A reference of the host, of up to 200 characters (800 bytes), compared byte for byte. */
  | 'reference'
  /** Text of any length; JSON among it, which comes back as it went in. */
  | 'text'
  /** A whole number: a count, a flag, ms since the epoch. */
  | 'number';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable?: boolean;
}

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** A statement with `?` for each parameter. On PostgreSQL a parameter can be a whole column of rows. */
export interface Sql {
  readonly text: string;
  readonly params: readonly (Value | readonly Value[])[];
}

export interface Index {
  /** Of the index, behind the name of its table. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** Which rows are of interest, where the database has partial indexes. */
  readonly where?: string;
}

export interface TableShape {
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly indexes: readonly Index[];
}

export interface Dialect {
  readonly name: 'sqlite' | 'postgres' | 'mysql';
  /** ms since the epoch by the clock of the database. */
  readonly now: string;
  /** What ends a `select` that locks its rows; nothing where a transaction has the database for itself. */
  readonly forUpdate: string;
  readonly forShare: string;
  readonly skipLocked: string;
  /** Rows in the portions that one statement takes. */
  chunks<T>(rows: readonly T[]): readonly (readonly T[])[];
  /** A condition: the columns are one of `rows`. */
  matching(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql;
  /** What an `insert` gets its rows from. */
  values(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql;
  /** What an `insert` does where the key is there: sets these columns, or leaves the row as it is. */
  onConflict(key: readonly string[], update: readonly string[]): string;
  /** Writes that do not look at each other's rows, in as few statements as it can be. */
  together(writes: readonly Sql[]): readonly Sql[];
  createTable(name: string, shape: TableShape): readonly string[];
}
