/** Changes user ids inside JSON, found by the schemas that describe it. */
import type * as z from 'zod';
import { type JsonValue, isJsonArray, isPlainObject } from '../../../definition/json.js';
import { type NormalizeUserId, userIdSchemas } from '../../../definition/user-ids.js';

/** Returns the JSON with changed user ids. */
type Visit = (json: JsonValue, change: NormalizeUserId) => JsonValue;

/** null: no user ids inside. Built once per schema. */
const visits = new WeakMap<z.core.$ZodType, Visit | null>();

/** Changes every user id of a value that is described by `schema`, valid or not. */
export function withUserIds(schema: z.core.$ZodType, json: JsonValue, change: NormalizeUserId): JsonValue {
  return visitOf(schema)?.(json, change) ?? json;
}

function visitOf(schema: z.core.$ZodType): Visit | null {
  const known = visits.get(schema);
  if (known !== undefined) return known;
  visits.set(schema, null);
  const visit = userIdSchemas.get(schema)?.isUserId === true ? changed : visitInside(schema);
  visits.set(schema, visit);
  return visit;
}

const changed: Visit = (json, change) => (typeof json === 'string' ? change(json) : json);

function visitInside(schema: z.core.$ZodType): Visit | null {
  // The union of all kinds of schemas is what zod offers to tell them apart.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return ofObject(def.shape);
    case 'array':
      return ofArray(visitOf(def.element));
    case 'union':
      return oneAfterTheOther(def.options.map(visitOf));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return visitOf(def.innerType);
    case 'pipe':
      return visitOf(def.in);
    default:
      return null;
  }
}

function ofObject(shape: Readonly<Record<string, z.core.$ZodType>>): Visit | null {
  const fields = new Map(
    Object.entries(shape).flatMap(([name, field]): [string, Visit][] => {
      const visit = visitOf(field);
      return visit === null ? [] : [[name, visit]];
    }),
  );
  if (fields.size === 0) return null;
  return (json, change) => {
    if (!isPlainObject(json)) return json;
    const entries = Object.entries(json).map(([name, value]): [string, JsonValue] => [
      name,
      fields.get(name)?.(value, change) ?? value,
    ]);
    return Object.freeze(Object.fromEntries(entries));
  };
}

const ofArray = (visit: Visit | null): Visit | null =>
  visit === null
    ? null
    : (json, change) => (isJsonArray(json) ? Object.freeze(json.map((it) => visit(it, change))) : json);

function oneAfterTheOther(found: readonly (Visit | null)[]): Visit | null {
  const all = found.filter((it) => it !== null);
  if (all.length === 0) return null;
  return (json, change) => all.reduce((value, visit) => visit(value, change), json);
}
