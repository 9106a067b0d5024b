/** SQL that several dialects share. */
import type { Column, Dialect, Sql, Value } from '../sql/dialect.js';

/** `(a = ? and b = ?) or (…)`: MariaDB uses no index for `(a, b) in (…)`. */
export function anyOf(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql {
  const one = `(${columns.map(({ name }) => `${name} = ?`).join(' and ')})`;
  return { text: `(${rows.map(() => one).join(' or ')})`, params: cellsOf(rows) };
}

export const deletingBy =
  (matching: Dialect['matching']): Dialect['deleting'] =>
  (table, columns, rows) => {
    const { text, params } = matching(columns, rows);
    return { text: `delete from ${table} where ${text}`, params };
  };

/** SQLite accepts an order and a limit only in parentheses. */
export function eachOf(
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
  select: (cells: readonly string[]) => string,
): Sql {
  const one = select(columns.map(() => '?'));
  const text = rows.map((_, index) => `select * from (${one}) as r${index}`).join('\nunion all ');
  return { text, params: cellsOf(rows) };
}

export function listOf(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql {
  return { text: placesFor(columns.length, rows.length), params: cellsOf(rows) };
}

/** `values (?, ?), (?, ?)`, cached: few distinct ones exist, and they are long. */
function placesFor(columns: number, rows: number): string {
  const key = `${columns} ${rows}`;
  const known = places.get(key);
  if (known !== undefined) return known;
  const one = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const made = `values ${Array.from({ length: rows }, () => one).join(', ')}`;
  // Chunks on MySQL have any size where rows are large.
  if (places.size < MOST_PLACES) places.set(key, made);
  return made;
}

const places = new Map<string, string>();
const MOST_PLACES = 1_000;

/**
 * `flat` returns an array that V8 treats as holey, which doubles the time of a message to the
 * thread.
 */
export function cellsOf(rows: readonly (readonly Value[])[]): Value[] {
  const cells: Value[] = [];
  for (const row of rows) for (const cell of row) cells.push(cell);
  return cells;
}

/**
 * Chunks of 2ⁿ rows, so that few different statements are prepared for any number of rows. A chunk
 * has up to `maxLength` characters, or is a single row.
 */
export function inPowersOfTwo<T extends object>(
  rows: readonly T[],
  largest: number,
  maxLength = Infinity,
): readonly (readonly T[])[] {
  const portions: T[][] = [];
  let start = 0;
  while (start < rows.length) {
    let size = Math.min(largest, 2 ** Math.floor(Math.log2(rows.length - start)));
    while (size > 1 && isLonger(rows.slice(start, start + size), maxLength)) size /= 2;
    portions.push(rows.slice(start, start + size));
    start += size;
  }
  return portions;
}

function isLonger(rows: readonly object[], maxLength: number): boolean {
  if (maxLength === Infinity) return false;
  let length = 0;
  for (const row of rows) {
    for (const cell of Object.values(row)) if (typeof cell === 'string') length += cell.length;
  }
  return length > maxLength;
}

const LINE_LENGTH = 100;

/**
 * The columns and the key of a table, several per line: databases store this text, and
 * administrators read it.
 */
export function columnLines(definitions: readonly string[], key: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const definition of definitions) {
    const longer = line === '' ? definition : `${line}, ${definition}`;
    if (line !== '' && longer.length > LINE_LENGTH) lines.push(line);
    line = line !== '' && longer.length > LINE_LENGTH ? definition : longer;
  }
  return [...lines, line, `primary key (${key.join(', ')})`].map((it) => `  ${it}`);
}
