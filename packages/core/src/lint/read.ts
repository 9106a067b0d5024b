/** From JSON to a linted definition: what the schema and the rules find, all at once. */
import type { z } from 'zod';
import {
  type Definition,
  definitionSchema,
  edgeSchema,
  groupSchema,
  loopSchema,
  nodeSchema,
} from '../definition/definition.js';
import type { ErrorCode, Issue, WarningCode } from '../definition/issue.js';
import { type JsonObject, type JsonValue, isPlainObject } from '../definition/json.js';
import { schemaIssues } from '../definition/schema-issues.js';
import { lint, lintParts } from './lint.js';
import type { LintModel } from './model.js';
import type { LintContext } from './rule.js';

export type ReadDefinition =
  | {
      readonly ok: true;
      readonly definition: Definition;
      readonly model: LintModel;
      readonly warnings: readonly Issue<WarningCode>[];
    }
  | {
      readonly ok: false;
      readonly issues: readonly Issue<ErrorCode>[];
      readonly warnings: readonly Issue<WarningCode>[];
    };

/** Shape, then rules; a fault of shape does not hide what the rules find elsewhere. */
export function readDefinition(json: JsonValue, context: LintContext): ReadDefinition {
  const parsed = definitionSchema.safeParse(json);
  if (!parsed.success) return readFaulty(json, parsed.error, context);
  const { issues, warnings, model } = lint(parsed.data, context);
  if (issues.length > 0) return { ok: false, issues, warnings };
  return { ok: true, definition: parsed.data, model, warnings };
}

function readFaulty(json: JsonValue, error: z.ZodError, context: LintContext): ReadDefinition {
  const shape = schemaIssues(error, json);
  const known = withoutUnknown(json, error);
  const pruned = definitionSchema.safeParse(known);
  const found = pruned.success ? lint(pruned.data, context) : lintSoundParts(known, context);
  return { ok: false, issues: [...shape, ...found.issues], warnings: found.warnings };
}

/** The same JSON without the fields that the schema does not know. */
function withoutUnknown(json: JsonValue, error: z.ZodError): JsonValue {
  return error.issues.reduce(
    (it, issue) => (issue.code === 'unrecognized_keys' ? without(it, issue.path, issue.keys) : it),
    json,
  );
}

function without(json: JsonValue, path: readonly PropertyKey[], keys: readonly string[]): JsonValue {
  const [head, ...tail] = path;
  if (head === undefined) {
    return Object.fromEntries(Object.entries(json as JsonObject).filter(([key]) => !keys.includes(key)));
  }
  if (Array.isArray(json))
    return json.map((it: JsonValue, index) => (index === head ? without(it, tail, keys) : it));
  const object = json as JsonObject;
  return { ...object, [head]: without(object[String(head)] as JsonValue, tail, keys) };
}

const PARTS = { nodes: nodeSchema, edges: edgeSchema, groups: groupSchema, loops: loopSchema } as const;
type PartName = keyof typeof PARTS;
const OPTIONAL: readonly PartName[] = ['groups', 'loops'];
const PART_NAMES = Object.keys(PARTS) as PartName[];

/**
 * Lints the nodes, edges, groups and loops that are well-formed by themselves: with every rule if all of them are,
 * and only something else is not; otherwise with the rules that do not need all of them.
 */
function lintSoundParts(json: JsonValue, context: LintContext) {
  const written: Record<string, unknown> = isPlainObject(json) ? json : {};
  const sound = Object.fromEntries(PART_NAMES.map((name) => [name, soundItems(written[name], PARTS[name])]));
  const dataOf = (name: PartName) => sound[name]?.items.map((it) => it.data) ?? [];
  // What the schema of a part accepted is a part of a definition.
  const parts = {
    definitionId: 'parts',
    name: 'parts',
    ...Object.fromEntries(PART_NAMES.map((name) => [name, dataOf(name)])),
  } as unknown as Definition;
  const isWhole = PART_NAMES.every(
    (name) => sound[name]?.all || (OPTIONAL.includes(name) && written[name] === undefined),
  );
  if (isWhole) return lint(parts, context);
  return lintParts(parts, context, ([name, index, ...rest]) => [
    name as string,
    sound[name as PartName]?.items[index as number]?.index ?? (index as number),
    ...rest,
  ]);
}

function soundItems(list: unknown, schema: z.ZodType) {
  const written: readonly unknown[] = Array.isArray(list) ? list : [];
  const items = written.flatMap((it, index) => {
    const parsed = schema.safeParse(it);
    return parsed.success ? [{ index, data: parsed.data }] : [];
  });
  return { items, all: Array.isArray(list) && items.length === written.length };
}
