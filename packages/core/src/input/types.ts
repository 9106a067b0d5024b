/** Types of JSON values, as JSON Schema names them. */
import type { JsonValue } from '../definition/json.js';

export const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'] as const;
/** Type of a JSON value. A whole number is an `integer` and a `number`. */
export type TypeName = (typeof TYPES)[number];

/** Type of the value, never `integer`. */
export function typeOf(value: JsonValue): Exclude<TypeName, 'integer'> {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'boolean' | 'object' | 'number' | 'string';
}

/** Returns true if the value has this type. */
export const isOfType = (value: JsonValue, type: TypeName): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

/**
 * Types that a schema names by itself, also by the values that it allows; null if it names none.
 */
export function typesIn(schema: { readonly [keyword: string]: JsonValue }): ReadonlySet<TypeName> | null {
  const { type, enum: values } = schema;
  if (type !== undefined) return new Set((Array.isArray(type) ? type : [type]) as TypeName[]);
  if (Array.isArray(values)) return new Set(values.map(typeOf));
  return Object.hasOwn(schema, 'const') ? new Set([typeOf(schema['const'] as JsonValue)]) : null;
}
