/** JSON as text, which remembers what it holds. */

declare const HOLDS: unique symbol;
export type JsonText<T> = string & { readonly [HOLDS]?: T };

export const toJson = <T>(value: T): JsonText<T> => JSON.stringify(value);

/** What was given to `toJson`: the store wrote the text itself. */
export const fromJson = <T>(text: JsonText<T>): T => JSON.parse(text) as T;
