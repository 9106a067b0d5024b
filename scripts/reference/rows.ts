/** Lists of fields that state repeated rows once. */

/** A row of a list: a field. */
export interface Row {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly meaning: string;
}

/** A named list whose rows other lists may contain. */
export interface Base {
  readonly link: string;
  readonly rows: readonly Row[];
}

/** Shortest list that is worth a reference. */
const FEWEST_ROWS = 3;
/** A field with the same meaning in this many lists is described once. */
const COMMON_FROM = 3;

export const keyOf = ({ name, type, meaning }: Row): string => JSON.stringify([name, type, meaning]);
const exactKeyOf = (row: Row): string => `${keyOf(row)}${row.isOptional}`;

/** Rows that have the same name, type and meaning in several lists, by name. */
export function commonRows(lists: readonly (readonly Row[])[]): Row[] {
  const counts = new Map<string, { readonly row: Row; readonly count: number }>();
  for (const row of lists.flat()) {
    const count = (counts.get(keyOf(row))?.count ?? 0) + 1;
    counts.set(keyOf(row), { row: { ...row, isOptional: false }, count });
  }
  return [...counts.values()]
    .filter(({ count }) => count >= COMMON_FROM)
    .map(({ row }) => row)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The longest of the lists whose rows are all in this one, unless they are all its rows. */
export function baseOf(rows: readonly Row[], bases: readonly Base[]): Base | undefined {
  const keys = new Set(rows.map(exactKeyOf));
  return bases
    .filter((it) => it.rows.length >= FEWEST_ROWS && it.rows.length < rows.length)
    .filter((it) => it.rows.every((row) => keys.has(exactKeyOf(row))))
    .sort((one, other) => other.rows.length - one.rows.length)[0];
}

const fieldName = ({ name, isOptional }: Row) => `\`${name}${isOptional ? '?' : ''}\``;
const line = (row: Row) => `- ${fieldName(row)} (${row.type}): ${row.meaning}\n`;

export interface ListParts {
  /** Keys of the rows that are described elsewhere, with a link to that place. */
  readonly common?: { readonly keys: ReadonlySet<string>; readonly link: string };
  readonly bases?: readonly Base[];
}

/**
 * A list of fields; `?` marks optional ones. Rows of a base and common rows are named, not
 * repeated.
 */
export function listOf(rows: readonly Row[], { common, bases = [] }: ListParts = {}): string {
  const base = baseOf(rows, bases);
  const known = new Set(base?.rows.map(exactKeyOf));
  const left = rows.filter((row) => !known.has(exactKeyOf(row)));
  const isCommon = (row: Row) => common?.keys.has(keyOf(row)) === true;
  const written = left.filter((row) => !isCommon(row)).map(line);
  const named = left.filter(isCommon).map(fieldName);
  const last = named.length === 0 || common === undefined ? '' : `- ${common.link}: ${named.join(', ')}\n`;
  const inherited =
    base === undefined ? '' : `Every field of ${base.link}${left.length === 0 ? '.' : ', and:'}\n\n`;
  return `${inherited}${written.join('')}${last}`;
}
