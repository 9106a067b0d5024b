/** JSON as text, with the type of its value. */

declare const HOLDS: unique symbol;
export type JsonText<T> = string & { readonly [HOLDS]?: T };

export const toJson = <T>(value: T): JsonText<T> => JSON.stringify(value);

/** Returns the value given to `toJson`: the store wrote the text itself. */
export const fromJson = <T>(text: JsonText<T>): T => JSON.parse(text) as T;
