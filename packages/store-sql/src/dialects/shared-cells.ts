/** Source of the rows of an `insert` on SQLite: values that all rows share are bound once. */
import type { Column, Sql, Value } from '../sql/dialect.js';
import { listOf } from './portable.js';

/** With fewer rows, sharing costs more than binding each cell. */
const FEWEST_ROWS = 8;

/**
 * `select s.column1, v.column1, null from (values (?)) as s cross join (values (?), (?)) as v`:
 * half the cost of a row is binding its cells, and rows of one commit share the workspace, the
 * status and more. Repeating `?1` would work too, but not all drivers count such parameters.
 */
export function sharing(columns: readonly Column[], rows: readonly (readonly Value[])[]): Sql {
  const [first] = rows;
  if (first === undefined || rows.length < FEWEST_ROWS) return listOf(columns, rows);
  const kinds = first.map((cell, at): Kind => {
    if (rows.some((row) => row[at] !== cell)) return 'own';
    return cell === null ? 'null' : 'shared';
  });
  const own = kinds.flatMap((kind, at) => (kind === 'own' ? [at] : []));
  // All rows are equal: the database reports the duplicate.
  if (own.length === 0) return listOf(columns, rows);
  const params = first.filter((_, at) => kinds[at] === 'shared');
  for (const row of rows) for (const at of own) params.push(row[at] ?? null);
  return { text: textFor(kinds, rows.length), params };
}

type Kind = 'own' | 'shared' | 'null';

function textFor(kinds: readonly Kind[], rows: number): string {
  const key = `${rows} ${kinds.join(' ')}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const made = madeText(kinds, rows);
  if (texts.size < MOST_TEXTS) texts.set(key, made);
  return made;
}

function madeText(kinds: readonly Kind[], rows: number): string {
  const counts = { own: 0, shared: 0 };
  const cells = kinds.map((kind) => {
    if (kind === 'null') return 'null';
    counts[kind] += 1;
    return `${kind === 'own' ? 'v' : 's'}.column${counts[kind]}`;
  });
  const places = (count: number): string => `(${Array.from({ length: count }, () => '?').join(', ')})`;
  const list = Array.from({ length: rows }, () => places(counts.own)).join(', ');
  const shared = counts.shared === 0 ? '' : `(values ${places(counts.shared)}) as s cross join `;
  // Without a condition SQLite would parse the following `on conflict` as the condition of a join.
  return `select ${cells.join(', ')} from ${shared}(values ${list}) as v where true`;
}

const texts = new Map<string, string>();
const MOST_TEXTS = 1_000;
