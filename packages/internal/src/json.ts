/** JSON values, and the two ways to get one. */

/** A value that JSON has. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** An object of JSON values. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/**
 * The value of a JSON text.
 * @throws SyntaxError for any other text.
 */
export const fromJson = (text: string): JsonValue => JSON.parse(text) as JsonValue;

/** The value as JSON has it: without fields that are undefined. */
export const toJson = (value: object): JsonValue => fromJson(JSON.stringify(value));

/** True for an object, false for a list and for null. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Array.isArray` that keeps the type of the items. */
export const isJsonList = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);

/** Returns the string in a field of a JSON object; empty without one. */
export function textIn(value: JsonValue | undefined, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}

/** Returns the field of a JSON object; undefined without one. */
export const fieldOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isJsonObject(value) ? value[name] : undefined;
