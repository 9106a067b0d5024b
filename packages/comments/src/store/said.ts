/**
 * Adds that said the same. Two adds with one text are two writes: one of them may be taken back,
 * and its late arrival may come after the other one. Pure.
 */
import type { StoredRow } from './rows.js';

type Said = StoredRow['said'];

/** Name under which the adds of a comment are kept: it is said as a whole. */
export const WHOLE = '*';

const MOST_SAYERS = 16;

/** Returns the adds after one more of them. Undefined for a row that does not keep them. */
export function withSayer(said: Said, names: readonly string[], writeId: string | undefined): Said {
  if (said === undefined || writeId === undefined) return said;
  const more = names.map((name) => [name, [writeId, ...sayersOf(said, name)].slice(0, MOST_SAYERS)] as const);
  return { ...said, ...Object.fromEntries(more) };
}

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
