/** JSON Schema of a Standard Schema, in the subset that `inputSchema` takes. */
import { type JsonObject, type JsonValue, isPlainObject } from '../../definition/json.js';
import { patternBudget, patternFault } from '../../expression/pattern-size.js';
import { compilePattern } from '../../expression/regex.js';
import { FORMAT_NAMES } from '../../input/formats.js';
import type { StandardSchema } from './standard-schema.js';

/** @throws TypeError for a schema that cannot give a JSON Schema. */
export function inputSchemaOf(schema: StandardSchema): JsonObject {
  const convert = schema['~standard'].jsonSchema?.input;
  if (typeof convert !== 'function') {
    throw new TypeError(
      'defineWorkflow: input must be a schema that gives a JSON Schema (Standard JSON Schema), as those of zod 4.2 and ArkType 2.1.28 do; use context for any other schema',
    );
  }
  let json: Record<string, unknown>;
  try {
    json = convert({ target: 'draft-2020-12' });
  } catch (error) {
    throw new TypeError(`defineWorkflow: input has no JSON Schema: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const { $schema: _, ...rest } = json;
  return plainer(rest as JsonObject) as JsonObject;
}

/** Rewrites what libraries write and the subset lacks, without a change of its meaning. */
function plainer(json: JsonValue): JsonValue {
  if (Array.isArray(json)) return json.map(plainer);
  if (!isPlainObject(json)) return json;
  const entries = Object.entries(json).map(([name, it]) => [name, plainer(it)] as const);
  const { anyOf, pattern, format, ...rest } = Object.fromEntries(entries);
  return {
    ...rest,
    ...(format !== undefined && { format }),
    // The engine checks the format itself.
    ...(pattern !== undefined && !(isKnown(format) && isRefused(pattern)) && { pattern }),
    ...(anyOf !== undefined && (merged(anyOf) ?? { anyOf })),
  };
}

const isKnown = (format: JsonValue | undefined): boolean => FORMAT_NAMES.some((it) => it === format);

function isRefused(pattern: JsonValue): boolean {
  if (typeof pattern !== 'string') return false;
  try {
    if (patternFault(pattern, patternBudget()) !== null) return true;
    compilePattern(pattern, '');
    return false;
  } catch {
    return true;
  }
}

/** One schema for alternatives that are values, or that differ by type; null for any other. */
function merged(anyOf: JsonValue): JsonObject | null {
  if (!Array.isArray(anyOf)) return null;
  const parts = anyOf as readonly JsonObject[];
  const values = parts.map(valuesOf);
  if (values.every((it) => it !== null)) return { enum: values.flat() };
  const types = parts.map((it) => it['type']);
  const isDistinct = types.every((it) => typeof it === 'string') && new Set(types).size === types.length;
  const [further = {}, ...others] = parts.filter((it) => Object.keys(it).length > 1);
  // A list of values would limit the other types too.
  if (!isDistinct || others.length > 0 || valuesOf(further) !== null) return null;
  return { ...further, type: types };
}

/** Values that a schema allows, if it says nothing else; otherwise null. */
function valuesOf({ type, enum: values, const: value, ...others }: JsonObject): readonly JsonValue[] | null {
  if (Object.keys(others).length > 0) return null;
  if (value !== undefined) return [value];
  if (values !== undefined) return values as readonly JsonValue[];
  return type === 'null' ? [null] : null;
}
