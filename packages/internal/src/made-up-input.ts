/**
 * A made-up trigger context for a valid definition: a value of its `inputSchema`, and a value at
 * every other path of the input that it reads. Where a condition compares a path with a literal,
 * the value makes it hold.
 */
import { type JsonObject, type JsonValue, fromJson, isJsonList, isJsonObject } from './json.js';
import { madeUpValue } from './made-up-value.js';

const URL_OF_DOCUMENT = 'https://example.com/document';
const TEXT = 'example';
const NUMBER = 1_000;
const PERSON = 'ann';
const INPUT = 'execution.input.';
/** Segments that conditions always read as null. */
const NEVER_READ = new Set(['__proto__', 'prototype', 'constructor']);

/** Returns the trigger context; the value of a path comes from its first comparison. */
export function madeUpInput(definition: JsonValue): JsonObject {
  const found = new Found();
  const { inputSchema, ...others } = isJsonObject(definition) ? definition : {};
  found.visit(others, TEXT);
  const schemas = inputSchema === undefined || inputSchema === null ? {} : madeUpValue(inputSchema);
  return found.input(isJsonObject(schemas) ? schemas : {});
}

class Found {
  /** Values of comparisons, by path. */
  private readonly compared = new Map<string, JsonValue>();
  /** Values for paths that no condition compares. */
  private readonly others = new Map<string, JsonValue>();

  /** Collects the paths of a part of a definition. Paths that it only reads get `usual`. */
  visit(value: JsonValue, usual: JsonValue): void {
    if (typeof value === 'string') this.read(value, usual);
    if (isJsonList(value)) for (const it of value) this.visit(it, usual);
    if (!isJsonObject(value)) return;
    if (typeof value['op'] === 'string' && isJsonList(value['args']))
      this.compare(value['op'], value['args']);
    for (const [name, it] of Object.entries(value)) {
      if (name === 'urlPath' && typeof it === 'string') this.read(INPUT + it, URL_OF_DOCUMENT);
      else if (name === 'when' && typeof it === 'string') this.visit(fromJson(it), TEXT);
      else this.visit(it, Object.hasOwn(USUAL, name) ? (USUAL[name] ?? usual) : usual);
    }
  }

  /** Adds the values to those of the schema, which stay where the types differ. */
  input(start: JsonObject): JsonObject {
    const all = new Map([...this.others, ...this.compared]);
    return [...all].reduce<JsonObject>((input, [path, value]) => {
      const before = valueAt(input, path.split('.'));
      const stays = before !== undefined && (!this.compared.has(path) || typeof before !== typeof value);
      return stays ? input : withValue(input, path.split('.'), value);
    }, start);
  }

  private read(text: string, value: JsonValue): void {
    const path = pathOf(text);
    if (path !== null && !this.others.has(path)) this.others.set(path, value);
  }

  private compare(op: string, args: readonly JsonValue[]): void {
    const [left = null, right = null] = args;
    const [path, mirrored] = [pathIn(left), pathIn(right)];
    if (path !== null) this.keep(path, matching(op, mirrored === null ? right : NUMBER));
    if (mirrored !== null) this.keep(mirrored, matching(MIRRORED[op] ?? op, path === null ? left : NUMBER));
  }

  private keep(path: string, value: JsonValue | undefined): void {
    if (value !== undefined && !this.compared.has(path)) this.compared.set(path, value);
  }
}

/** Values of paths below a field of this name: people, and numbers that they are compared with. */
const USUAL: Readonly<Record<string, JsonValue>> = { pool: PERSON, startAt: PERSON, atLeast: NUMBER };

/** The operators with their operands in the other order. */
const MIRRORED: Readonly<Record<string, string>> = { gt: 'lt', gte: 'lte', lt: 'gt', lte: 'gte' };

/** Path below the input that a string names; null for other strings. */
function pathOf(text: string): string | null {
  const path = text.startsWith(INPUT) ? text.slice(INPUT.length) : '';
  const segments = path.split('.');
  return segments.some((it) => it === '' || NEVER_READ.has(it)) ? null : path;
}

const pathIn = (operand: JsonValue): string | null =>
  isJsonObject(operand) && typeof operand['var'] === 'string' ? pathOf(operand['var']) : null;

/** A value for which the operator holds with a literal; undefined where any value is as good. */
function matching(op: string, literal: JsonValue): JsonValue | undefined {
  if (isJsonObject(literal)) return undefined;
  const make = Object.hasOwn(MATCHING, op) ? MATCHING[op] : undefined;
  return make?.(literal);
}

const beside = (literal: JsonValue, by: 1 | -1): JsonValue => {
  if (typeof literal === 'number') return literal + by;
  // Strings are ordered by their characters: a longer one is above, the empty one below.
  return by === 1 && typeof literal === 'string' ? `${literal}~` : '';
};

const MATCHING: Readonly<Record<string, (literal: JsonValue) => JsonValue>> = {
  eq: (it) => it,
  ne: (it) => (typeof it === 'boolean' ? !it : typeof it === 'number' ? it + 1 : TEXT),
  gt: (it) => beside(it, 1),
  gte: (it) => it,
  lt: (it) => beside(it, -1),
  lte: (it) => it,
  // The literal is the list that has the value, or the item of the value.
  includes: (it) => (isJsonList(it) ? (it[0] ?? TEXT) : [it]),
  startsWith: (it) => it,
  endsWith: (it) => it,
};

const valueAt = (value: JsonObject, path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>(
    (it, name) => (isJsonObject(it) && Object.hasOwn(it, name) ? it[name] : undefined),
    value,
  );

/** Adds a value at a path; a value that is there already stays. */
function withValue(value: JsonValue | undefined, path: readonly string[], leaf: JsonValue): JsonObject {
  const [name = '', ...rest] = path;
  const before = isJsonObject(value) ? value : {};
  const inside = Object.hasOwn(before, name) ? before[name] : undefined;
  const next = rest.length > 0 ? withValue(inside, rest, leaf) : isJsonObject(inside) ? inside : leaf;
  return { ...before, [name]: next };
}
