/**
 * Adds that said the same. Two adds with one text are two writes: one of them may be taken back,
 * and its late arrival may come after the other one. Pure.
 */
import type { StoredRow } from './rows.js';

type Said = StoredRow['said'];

/** Ids of adds that are kept for each text, `MORE` included. */
const MOST_SAYERS = 16;
/** Not a writeId: an add that is not kept any more said the same. It is never taken back. */
const MORE = '';

/** Name under which the adds of a comment are kept: it is said as a whole. */
export const WHOLE = '*';

/** Returns the adds after one more of them. Undefined for a row that does not keep them. */
export function withSayer(said: Said, names: readonly string[], writeId: string | undefined): Said {
  if (said === undefined || writeId === undefined) return said;
  const more = names.map((name) => [name, atMost([writeId, ...sayersOf(said, name)])] as const);
  return { ...said, ...Object.fromEntries(more) };
}

/**
 * The oldest adds are not kept, but counted as one: what they said stays, though the others are
 * taken back.
 */
const atMost = (sayers: readonly string[]): readonly string[] =>
  sayers.length <= MOST_SAYERS ? sayers : [...sayers.slice(0, MOST_SAYERS - 1), MORE];

/** Returns the adds after a change of these fields, which no add said as they are now. */
export const withoutNames = (said: Said, names: readonly string[]): Said =>
  said && Object.fromEntries(Object.entries(said).filter(([name]) => !names.includes(name)));

/** Returns the adds after one of them was taken back. */
export const withoutSayer = (said: NonNullable<Said>, writeId: string): NonNullable<Said> =>
  Object.fromEntries(
    Object.entries(said).map(([name, sayers]) => [name, sayers.filter((it) => it !== writeId)]),
  );

export const sayersOf = (said: NonNullable<Said>, name: string): readonly string[] =>
  (Object.hasOwn(said, name) ? said[name] : undefined) ?? [];
