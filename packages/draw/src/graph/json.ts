/** Reads values of unknown shape. */

export type Json = Readonly<Record<string, unknown>>;

export const objectsOf = (list: readonly unknown[]): Json[] =>
  list.filter((it): it is Json => typeof it === 'object' && it !== null && !Array.isArray(it));

/** Reads own properties only, so that inherited names of objects do not matter. */
const own = (part: Json | null, name: string): unknown =>
  part !== null && Object.hasOwn(part, name) ? part[name] : undefined;

export function textIn(part: Json | null, name: string): string | null {
  const value = own(part, name);
  return typeof value === 'string' ? value : null;
}

export function listIn(part: Json | null, name: string): readonly unknown[] {
  const value = own(part, name);
  return Array.isArray(value) ? value.slice(0, MOST) : [];
}

export const textsIn = (part: Json | null, name: string): string[] =>
  listIn(part, name).filter((it) => typeof it === 'string');

export const objectIn = (part: Json | null, name: string): Json | null =>
  objectsOf([own(part, name)])[0] ?? null;

/** Longer lists than any part of a definition has. */
const MOST = 500;
