/** What SQLite and MySQL say alike. */
import type { Column, Sql, Value } from '../sql/dialect.js';

/** `(a = ? and b = ?) or (…)`: MariaDB finds no index for `(a, b) in (…)`. */
export function anyOf(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql {
  const one = `(${columns.map(({ name }) => `${name} = ?`).join(' and ')})`;
  return { text: `(${rows.map(() => one).join(' or ')})`, params: rows.flat() };
}

export function listOf(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql {
  const one = `(${columns.map(() => '?').join(', ')})`;
  return { text: `values ${rows.map(() => one).join(', ')}`, params: rows.flat() };
}

/**
 * Portions of 2ⁿ rows, so that few different statements are prepared, whatever number of rows there is.
 */
export function inPowersOfTwo<T>(rows: readonly T[], largest: number): readonly (readonly T[])[] {
  const portions: T[][] = [];
  let start = 0;
  while (start < rows.length) {
    const size = Math.min(largest, 2 ** Math.floor(Math.log2(rows.length - start)));
    portions.push(rows.slice(start, start + size));
    start += size;
  }
  return portions;
}
