/** Definitions in the form in which `definitions.get` returns them, as requests. */
import { keysOf } from '@org/approval-internal/lists';
import { definitionSchema } from './definition.js';
import { type JsonObject, type JsonValue, isPlainObject } from './json.js';

/** Fields of a stored definition that its author does not write. All of them mark one. */
const STORED = ['version', 'createdAt', 'updatedAt', 'status', 'compiled', 'warnings'] as const;

const { shape } = definitionSchema;
const OPTIONAL: ReadonlySet<string> = new Set(
  keysOf(shape).filter((name) => shape[name].safeParse(undefined).success),
);

/**
 * Returns what the author wrote: null of an optional field means that it is absent, and fields that
 * only a stored definition has are left out if all of them are there.
 */
export function asAuthored(json: JsonValue): JsonValue {
  if (!isPlainObject(json)) return json;
  const isStored = STORED.every((name) => Object.hasOwn(json, name));
  const isWritten = ([name, value]: readonly [string, JsonValue]): boolean =>
    !(value === null && OPTIONAL.has(name)) && !(isStored && (STORED as readonly string[]).includes(name));
  const written = Object.entries(json).filter(isWritten);
  const { scope } = json;
  if (written.length === Object.keys(json).length && !isPlainObject(scope)) return json;
  const authored: JsonObject = Object.fromEntries(written);
  return isPlainObject(scope) ? { ...authored, scope: withoutNulls(scope) } : authored;
}

/** The ids of a scope that a level does not have are null. */
const withoutNulls = (scope: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== null));
