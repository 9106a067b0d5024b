/** Reads a linted definition from JSON, with all issues of schema and rules at once. */
import { keysOf } from '@org/approval-internal/lists';
import type * as z from 'zod';
import { asAuthored } from '../definition/as-returned.js';
import {
  type Definition,
  definitionFrame,
  edgeSchema,
  groupSchema,
  loopSchema,
} from '../definition/definition.js';
import { type InSteps, atOnce } from '../definition/in-steps.js';
import { type ErrorCode, type Issue, type WarningCode, invalidField } from '../definition/issue.js';
import { IssueList } from '../definition/issue-list.js';
import { type JsonObject, type JsonValue, isPlainObject } from '../definition/json.js';
import { nodeSchema } from '../definition/nodes.js';
import type { Path } from '../definition/path.js';
import { parseNaming, schemaIssues } from '../definition/schema-issues.js';
import { type DefinitionTrigger, trigger } from '../definition/triggers.js';
import { lint, lintParts } from './lint.js';
import type { LintModel } from './model.js';
import { type LintContext, repeated } from './rule.js';

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

/**
 * Checks the shape, then the rules. A malformed part does not hide issues elsewhere. The frame is
 * checked first, then the lists item by item, then the rules. Each stops when the list of issues is
 * full, so the work is bounded.
 */
export const readDefinition = (json: JsonValue, context: LintContext): ReadDefinition =>
  atOnce(readInSteps(json, context));

/** Same as `readDefinition`, pausing after each list, some conditions and each rule. */
export function* readInSteps(given: JsonValue, context: LintContext): InSteps<ReadDefinition> {
  const json = asAuthored(given);
  const issues = new IssueList();
  const frame = parseNaming(definitionFrame, json);
  if (!frame.success) {
    issues.add(schemaIssues(frame.error, json));
    const isTooLong = frame.error.issues.some((it) => it.code === 'too_big' && it.origin === 'array');
    if (isTooLong) return { ok: false, issues: issues.toArray(), warnings: [] };
  }
  const written: Record<string, unknown> = isPlainObject(json) ? json : {};
  const sound = {} as Record<PartName, SoundItems>;
  for (const name of PART_NAMES) {
    sound[name] = yield* soundItems(name, written[name], json, issues);
  }
  issues.add(repeatedTriggers(sound.triggers));
  yield;
  if (issues.isFull) return { ok: false, issues: issues.toArray(), warnings: [] };
  // The schemas of the frame and of every item accepted it.
  const definition = { ...(frame.data ?? NAMELESS), ...dataOf(sound, written) } as Definition;
  const isWhole = PART_NAMES.every(
    (name) =>
      sound[name].all || (OPTIONAL.includes(name) && written[name] === undefined) || name === 'triggers',
  );
  if (!isWhole) {
    const warnings = yield* lintParts(definition, context, issues, (path) => writtenAt(path, sound));
    return { ok: false, issues: issues.toArray(), warnings };
  }
  const { warnings, model } = yield* lint(definition, context, issues);
  const found = issues.toArray();
  return found.length > 0
    ? { ok: false, issues: found, warnings }
    : { ok: true, definition, model, warnings };
}

/** Placeholder fields for a definition whose own frame is invalid. */
const NAMELESS = { definitionId: 'parts', name: 'parts' };

/** Lists whose items are checked one by one. */
const PARTS = {
  nodes: nodeSchema,
  edges: edgeSchema,
  groups: groupSchema,
  loops: loopSchema,
  triggers: trigger,
} as const;
type PartName = keyof typeof PARTS;
const OPTIONAL: readonly PartName[] = ['edges', 'groups', 'loops', 'triggers'];
const PART_NAMES = keysOf(PARTS);

interface SoundItems {
  readonly items: readonly { readonly index: number; readonly data: unknown }[];
  /** True if every item of the list is well-formed. */
  readonly all: boolean;
}

/** Number of items checked per step. */
const ITEMS_PER_STEP = 32;

/** Well-formed items of a list, without unknown fields. Adds faults to `issues`. */
function* soundItems(
  name: PartName,
  list: unknown,
  whole: JsonValue,
  issues: IssueList,
): InSteps<SoundItems> {
  const written: readonly unknown[] = Array.isArray(list) ? list : [];
  const items: { index: number; data: unknown }[] = [];
  for (const [index, item] of written.entries()) {
    if (index % ITEMS_PER_STEP === 0) yield;
    const parsed = parseNaming<unknown>(PARTS[name], item);
    if (!parsed.success) issues.add(schemaIssues(parsed.error, whole, [name, index]));
    if (issues.isFull) break;
    const known = parsed.success ? parsed : parsedWithoutUnknown(PARTS[name], item, parsed.error);
    if (known?.success) items.push({ index, data: known.data });
  }
  return { items, all: Array.isArray(list) && items.length === written.length };
}

/** Trigger ids must be unique: requests and secrets are looked up by them. */
function repeatedTriggers({ items }: SoundItems): Issue<ErrorCode>[] {
  const triggers = items.map(({ index, data }) => ({ index, ...(data as DefinitionTrigger) }));
  return repeated(triggers, (it) => it.triggerId).map(({ index, triggerId }) =>
    invalidField(
      `triggers[${index}].triggerId`,
      `another trigger already has the id "${triggerId}"; give each its own triggerId`,
    ),
  );
}

/** Parses an item without its unknown fields; null if it has other faults too. */
function parsedWithoutUnknown(schema: z.ZodType, item: unknown, error: z.ZodError) {
  const isOnlyUnknown = error.issues.every((it) => it.code === 'unrecognized_keys');
  return isOnlyUnknown ? schema.safeParse(withoutUnknown(item, error)) : null;
}

/** Returns the item without the fields that the schema does not know. */
function withoutUnknown(item: unknown, error: z.ZodError): unknown {
  return error.issues.reduce(
    (it, issue) => (issue.code === 'unrecognized_keys' ? without(it, issue.path, new Set(issue.keys)) : it),
    item,
  );
}

function without(json: unknown, path: readonly PropertyKey[], keys: ReadonlySet<string>): unknown {
  const [head, ...tail] = path;
  if (head === undefined) {
    return Object.fromEntries(Object.entries(json as JsonObject).filter(([key]) => !keys.has(key)));
  }
  if (Array.isArray(json)) {
    return json.map((it: unknown, index) => (index === head ? without(it, tail, keys) : it));
  }
  const object = json as JsonObject;
  return { ...object, [head]: without(object[String(head)], tail, keys) };
}

function dataOf(sound: Record<PartName, SoundItems>, written: Record<string, unknown>) {
  const isThere = (name: PartName) => !OPTIONAL.includes(name) || Array.isArray(written[name]);
  const lists = PART_NAMES.filter(isThere).map((name) => [name, sound[name].items.map((it) => it.data)]);
  return Object.fromEntries(lists) as object;
}

/** Maps a path back to the original, which still has the malformed items. */
function writtenAt(path: Path, sound: Record<PartName, SoundItems>): Path {
  const [name, index, ...rest] = path;
  const part = PART_NAMES.find((it) => it === name);
  if (part === undefined || typeof index !== 'number') return path;
  return [part, sound[part].items[index]?.index ?? index, ...rest];
}
