/** Guards for values of unknown types, and lists of keys that keep their types. */

/** The fields of an object of unknown type. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for every object, lists included; false for null and for functions. */
export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** True for every object that is not a list; false for null and for functions. */
export const isRecord = (value: unknown): value is Fields => isObject(value) && !Array.isArray(value);

/** `Array.isArray` whose items are unknown instead of `any`. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The own keys of an object whose type names all of them. */
export function keysOf<T extends object>(of: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in of) if (Object.hasOwn(of, key)) keys.push(key);
  return keys;
}

/** The own fields with their values, of an object whose type does not name them all. */
export const entriesOf = (of: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(of);

/** Returns the key among `known` that equals `value`; undefined without one. */
export const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | undefined =>
  known.find((it) => it === value);
