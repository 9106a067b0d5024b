import {
  LIMITS
} from "./chunk-YILTSYQU.js";

// src/definition/path.ts
function formatPath(path) {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else text += text === "" ? String(segment) : `.${String(segment)}`;
  }
  return text;
}

// ../internal/src/character-count.ts
function characterCount(text) {
  let pairs = 0;
  for (let index = 1; index < text.length; index++) {
    const isPair = isBetween(text.charCodeAt(index - 1), 55296, 56320) && isBetween(text.charCodeAt(index), 56320, 57344);
    if (isPair) pairs += 1;
  }
  return text.length - pairs;
}
var beginning = (text, units) => text.length <= units ? text : text.slice(0, units).replace(/[\ud800-\udbff]$/, "");
var isBetween = (unit, from, to) => unit >= from && unit < to;

// src/definition/json.ts
var Fault = class extends Error {
  path = [];
};
function copyJson(input, limits) {
  const budget = { bytes: 0, values: 0, names: 0, limits };
  try {
    const value = copyValue(input, 0, budget);
    return { ok: true, value, bytes: budget.bytes };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, path: formatPath(error.path), message: error.message };
    throw error;
  }
}
function read(part) {
  try {
    return part();
  } catch (error) {
    throw new Fault(`could not be read: ${describeError(error)}`);
  }
}
function copyValue(input, depth, budget) {
  count(1, budget);
  switch (typeof input) {
    case "string":
      spend(textBytes(input), budget);
      return input;
    case "number":
      if (!Number.isFinite(input)) throw new Fault(`${input} is not a JSON number; give a finite one`);
      spend(String(input).length, budget);
      return input === 0 ? 0 : input;
    case "boolean":
      spend(input ? 4 : 5, budget);
      return input;
    case "object":
      if (input === null) {
        spend(4, budget);
        return null;
      }
      if (depth >= budget.limits.maxDepth) {
        throw new Fault(`is nested deeper than ${budget.limits.maxDepth} levels (or refers to itself)`);
      }
      return read(() => Array.isArray(input)) ? copyArray(input, depth + 1, budget) : copyObject(input, depth + 1, budget);
    case "undefined":
      throw new Fault("undefined is not JSON; give null");
    default:
      throw new Fault(`a ${typeof input} is not JSON; give a string, number, boolean, null, array or object`);
  }
}
function copyArray(input, depth, budget) {
  const length = read(() => input.length);
  if (!Number.isSafeInteger(length)) throw new Fault("has no length; give a list");
  spend(length + 1 + (length === 0 ? 1 : 0), budget);
  if (length === 0) return EMPTY_ARRAY;
  room(length, budget);
  const copy = [];
  let index = 0;
  try {
    for (; index < length; index++) copy.push(copyValue(propertyOf(input, index), depth, budget));
  } catch (error) {
    throw within(index, error);
  }
  return Object.freeze(copy);
}
function copyObject(input, depth, budget) {
  if (!read(() => isPlainObject(input))) {
    throw new Fault(`is an instance of ${read(() => className(input))}, not plain JSON; convert it first`);
  }
  const keys = read(() => Object.keys(input));
  if (keys.includes("__proto__")) throw new Fault('has a key "__proto__", which is refused; rename it');
  spend(2, budget);
  if (keys.length === 0) return EMPTY_OBJECT;
  room(2 * keys.length, budget);
  roomForNames(keys.length, budget);
  const copy = {};
  let separator = 0;
  let current = "";
  try {
    for (const key of keys) {
      current = key;
      const value = propertyOf(input, key);
      if (value === void 0) continue;
      spend(separator + textBytes(key) + 1, budget);
      count(1, budget);
      budget.names += 1;
      copy[key] = copyValue(value, depth, budget);
      separator = 1;
    }
  } catch (error) {
    throw within(current, error);
  }
  return Object.freeze(copy);
}
function propertyOf(input, key) {
  try {
    return input[key];
  } catch (error) {
    throw new Fault(`could not be read: ${describeError(error)}`);
  }
}
function within(key, error) {
  if (error instanceof Fault) error.path.unshift(key);
  return error;
}
function count(values, budget) {
  room(values, budget);
  budget.values += values;
}
function room(values, { limits, values: counted }) {
  const { maxValues = Infinity } = limits;
  if (counted + values > maxValues)
    throw new Fault(`makes more than ${maxValues} values and names; send less at a time`);
}
function roomForNames(names, { limits, names: counted }) {
  const { maxNames = Infinity } = limits;
  if (counted + names > maxNames)
    throw new Fault(`makes more than ${maxNames} names of fields; send less at a time`);
}
var EMPTY_ARRAY = Object.freeze([]);
var EMPTY_OBJECT = Object.freeze({});
function spend(bytes, budget) {
  budget.bytes += bytes;
  if (budget.bytes > budget.limits.maxBytes) {
    throw new Fault(`makes the JSON text longer than ${budget.limits.maxBytes} bytes`);
  }
}
var PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
function textBytes(text) {
  if (text.length < 64 && PRINTABLE_ASCII.test(text) && !text.includes('"') && !text.includes("\\")) {
    return text.length + 2;
  }
  const fault = textFault(text);
  if (fault !== null) throw new Fault(fault);
  return jsonTextBytes(text);
}
function jsonTextBytes(text) {
  let bytes = 2;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32) bytes += SHORT_ESCAPES.has(code) ? 2 : 6;
    else if (code === 34 || code === 92) bytes += 2;
    else if (code < 128) bytes += 1;
    else if (code < 2048) bytes += 2;
    else if (code >= 55296 && code < 57344)
      bytes += 2;
    else bytes += 3;
  }
  return bytes;
}
var SHORT_ESCAPES = /* @__PURE__ */ new Set([8, 9, 10, 12, 13]);
function textFault(text) {
  if (text.includes("\0")) return "contains a NUL character; remove it";
  if (!text.isWellFormed()) return "contains a lone surrogate, which is no Unicode text; remove it";
  return null;
}
function storableText(text, maxLength) {
  return text.replaceAll("\0", "").slice(0, maxLength).toWellFormed();
}
var excerpt = (text) => text.length <= 100 ? text : `${beginning(text, 100)}\u2026`;
var isJsonArray = (value) => Array.isArray(value);
function isPlainObject(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || isTopPrototype(prototype) && Object.hasOwn(prototype, "hasOwnProperty");
}
function isTopPrototype(value) {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}
function className(value) {
  const named = value.constructor?.name;
  return typeof named === "string" && named !== "" ? named : "a class";
}
function describeError(error) {
  try {
    const text = error instanceof Error ? error.message : String(error);
    return typeof text === "string" ? text : "an error without a text";
  } catch {
    return "an error without a text";
  }
}
function jsonEquals(a, b, visit) {
  visit?.(a, b);
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!jsonEquals(a[index], b[index], visit)) return false;
    return true;
  }
  const left = a;
  const right = b;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && jsonEquals(left[key], right[key], visit));
}
function canonicalJson(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const object = value;
  const entries = Object.keys(object).sort().map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  return `{${entries.join()}}`;
}

// src/expression/fuel.ts
var TooCostly = class extends Error {
  name = "TooCostly";
  constructor() {
    super("the conditions take more work than they may");
  }
};
var Fuel = class {
  left;
  shared;
  units;
  /** What is spent is spent of `shared` as well. */
  constructor(units = LIMITS.evaluationWork, shared = null) {
    this.units = units;
    this.left = units;
    this.shared = shared;
  }
  /** Units that were spent so far. */
  get spent() {
    return this.units - this.left;
  }
  /** @throws TooCostly */
  spend(units) {
    this.left -= units;
    if (this.left < 0) throw new TooCostly();
    this.shared?.spend(units);
  }
};
var COSTS = {
  /** An operator, an operand or an element of a list, where json-logic-js walks. */
  walk: 64,
  /** The same, where the linter does. */
  operand: 4,
  /** A value that is compared, a key that is looked at. */
  value: 8,
  key: 8,
  /** Characters of a text that one unit compares, or searches. */
  comparedPerUnit: 32,
  searchedPerUnit: 4,
  /** For each instruction, beside the characters: a pattern may have to be compiled again. */
  compiling: 20
};

// src/expression/includes.ts
var SHORT = 16;
function includesText(text, needle) {
  if (needle.length <= SHORT) return text.includes(needle);
  return text.length >= needle.length && search(text, needle);
}
function search(text, needle) {
  const borders = bordersOf(needle);
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    if (matched === needle.length) return true;
  }
  return false;
}
function bordersOf(needle) {
  const borders = new Uint32Array(needle.length);
  let length = 0;
  for (let index = 1; index < needle.length; index++) {
    const code = needle.charCodeAt(index);
    while (length > 0 && needle.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (needle.charCodeAt(length) === code) length += 1;
    borders[index] = length;
  }
  return borders;
}

// src/expression/regex.ts
import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
var FLAGS = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL
};
var compiled = new LRUCache({ maxSize: 1e5, sizeCalculation: (it) => it.programSize() });
function compilePattern(pattern, flags) {
  const key = `${flags}/${pattern}`;
  const known = compiled.get(key);
  if (known) return known;
  const fault = unknownFlag(flags);
  if (fault !== null) throw new Error(fault);
  const made = RE2JS.compile(pattern, flagBits(flags));
  compiled.set(key, made);
  return made;
}
function unknownFlag(flags) {
  const unknown = Array.from(flags).find((flag) => !Object.hasOwn(FLAGS, flag));
  return unknown === void 0 ? null : `there is no flag "${unknown}"; use any of ${Object.keys(FLAGS).join(", ")}`;
}
function flagBits(flags) {
  return Array.from(flags).reduce((bits, flag) => bits | (FLAGS[flag] ?? 0), 0);
}

// src/expression/operators.ts
var operator = (minArgs, maxArgs, apply) => ({
  minArgs,
  maxArgs,
  apply
});
var OPERATORS = {
  eq: operator(2, 2, equal),
  ne: operator(2, 2, (fuel, a, b) => !equal(fuel, a, b)),
  gt: operator(2, 2, (fuel, a, b) => ordered(fuel, a, b, (order) => order > 0)),
  gte: operator(2, 2, (fuel, a, b) => ordered(fuel, a, b, (order) => order >= 0)),
  lt: operator(2, 2, (fuel, a, b) => ordered(fuel, a, b, (order) => order < 0)),
  lte: operator(2, 2, (fuel, a, b) => ordered(fuel, a, b, (order) => order <= 0)),
  and: operator(1, Infinity, (_, ...values) => values.every((it) => it === true)),
  or: operator(1, Infinity, (_, ...values) => values.some((it) => it === true)),
  not: operator(1, 1, (_, value) => value !== true),
  regex: operator(2, 3, matches),
  includes: operator(2, 2, includes),
  startsWith: operator(2, 2, (fuel, a, b) => affix(fuel, a, b, (text, part) => text.startsWith(part))),
  endsWith: operator(2, 2, (fuel, a, b) => affix(fuel, a, b, (text, part) => text.endsWith(part))),
  length: operator(1, 1, (_, value) => isText(value) || Array.isArray(value) ? value.length : 0),
  isEmpty: operator(1, 1, isEmpty)
};
var OPERATOR_NAMES = Object.keys(OPERATORS);
function isOperatorName(name) {
  return typeof name === "string" && Object.hasOwn(OPERATORS, name);
}
var isText = (value) => typeof value === "string";
var comparing = (a, b) => Math.min(a.length, b.length) / COSTS.comparedPerUnit;
function equal(fuel, a, b) {
  return jsonEquals(a, b, (left, right) => {
    fuel.spend(isText(left) && isText(right) ? COSTS.value + comparing(left, right) : COSTS.value);
  });
}
function ordered(fuel, a, b, test) {
  if (typeof a === "number" && typeof b === "number") return test(a - b);
  if (!isText(a) || !isText(b)) return false;
  fuel.spend(comparing(a, b));
  return test(a < b ? -1 : a > b ? 1 : 0);
}
function affix(fuel, a, b, test) {
  if (!isText(a) || !isText(b)) return false;
  fuel.spend(comparing(a, b));
  return test(a, b);
}
function matches(fuel, subject, pattern, flags = "") {
  if (!isText(subject) || !isText(pattern) || !isText(flags)) return false;
  const compiled2 = compilePattern(pattern, flags);
  fuel.spend(compiled2.programSize() * (subject.length + COSTS.compiling));
  return compiled2.matcher(subject).find();
}
function includes(fuel, container, item) {
  if (!isText(container)) return Array.isArray(container) && container.some((it) => equal(fuel, it, item));
  if (!isText(item)) return false;
  fuel.spend((container.length + item.length) / COSTS.searchedPerUnit);
  return includesText(container, item);
}
function isEmpty(fuel, value) {
  if (value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object") return false;
  const { length } = Object.keys(value);
  fuel.spend(length * COSTS.key);
  return length === 0;
}

// src/definition/identifiers.ts
import * as z from "zod";
var ID_CHARACTERS = /^[A-Za-z0-9_.-]+$/;
var RESERVED = [
  { pattern: /__to__/, what: 'may not contain "__to__"' },
  // Put together with the "__to__" between two ids these could be read in two ways.
  { pattern: /__to_?$|^_?to__/, what: 'may not start with "to__" or end in "__to"' },
  { pattern: /^auto_/, what: 'may not start with "auto_"' },
  { pattern: /_iter_\d+$/, what: 'may not end in "_iter_<digits>"' },
  { pattern: /_exhausted$/, what: 'may not end in "_exhausted"' },
  { pattern: /^__proto__$/, what: 'may not be "__proto__"' }
];
function reservedIdFault(id) {
  return RESERVED.find(({ pattern }) => pattern.test(id))?.what ?? null;
}
var localId = z.string().min(1).max(LIMITS.nodeIdLength).regex(ID_CHARACTERS, "use only A-Z a-z 0-9 _ - .").superRefine((id, context) => {
  const what = reservedIdFault(id);
  if (what !== null) {
    context.addIssue({
      code: "custom",
      params: { code: "reserved-id" },
      message: `"${excerpt(id)}" ${what}: the engine derives such ids itself; rename it`
    });
  }
});
var localRef = z.string().min(1).max(LIMITS.nodeIdLength);
var definitionId = z.string().regex(/^[a-z0-9][a-z0-9-]{2,63}$/, "use 3 to 64 characters of a-z 0-9 -, not starting with -");
var lineOf = (maxLength) => z.string().min(1).max(maxLength).regex(/^\P{Cc}*$/u, "may not contain control characters");
var externalId = lineOf(LIMITS.referenceLength);
var workspaceId = lineOf(LIMITS.workspaceIdLength);
var actorId = lineOf(LIMITS.actorLength);
var keyId = z.string().regex(/^[A-Za-z0-9:_.-]{1,200}$/, "use 1 to 200 characters of A-Z a-z 0-9 : _ . -");
var handleId = lineOf(LIMITS.referenceLength);

// src/expression/tree.ts
function isExpression(operand) {
  return typeof operand === "object" && operand !== null && "op" in operand;
}
function isVariable(operand) {
  return typeof operand === "object" && operand !== null && "var" in operand;
}
function variablesOf(operand) {
  return [...namesIn(operand, /* @__PURE__ */ new Set())].map((name) => name.split("."));
}
function namesIn(operand, names) {
  if (isVariable(operand)) names.add(operand.var);
  else if (isExpression(operand)) {
    for (const it of operand.args) if (typeof it === "object") namesIn(it, names);
  }
  return names;
}
function fingerprint(operand) {
  if (typeof operand === "string") return textFingerprint(operand);
  if (typeof operand === "number") return mixed(7, operand | 0);
  if (typeof operand !== "object" || operand === null) return operand === null ? 1 : operand ? 2 : 3;
  if (isVariable(operand)) return mixed(5, textFingerprint(operand.var));
  let sum = isExpression(operand) ? textFingerprint(operand.op) : 11;
  for (const it of isExpression(operand) ? operand.args : operand) sum = mixed(sum, fingerprint(it));
  return sum;
}
function textFingerprint(text) {
  let sum = text.length;
  for (let index = 0; index < text.length; index++) sum = mixed(sum, text.charCodeAt(index));
  return sum;
}
var mixed = (sum, next) => Math.imul(sum, 31) + next | 0;

// src/expression/variable.ts
var NEVER_READ = /* @__PURE__ */ new Set(["__proto__", "prototype", "constructor"]);
var CANONICAL_INDEX = /^(0|[1-9]\d*)$/;
function readPath(root, path) {
  let value = root;
  for (const segment of path) {
    if (isNeverRead(segment)) return null;
    if (Array.isArray(value)) value = CANONICAL_INDEX.test(segment) ? value[Number(segment)] : void 0;
    else if (isPlainObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return null;
  }
  return value === void 0 ? null : value;
}
var isNeverRead = (segment) => NEVER_READ.has(segment);

export {
  characterCount,
  beginning,
  formatPath,
  copyJson,
  EMPTY_OBJECT,
  jsonTextBytes,
  textFault,
  storableText,
  excerpt,
  isJsonArray,
  isPlainObject,
  describeError,
  jsonEquals,
  canonicalJson,
  localId,
  localRef,
  definitionId,
  lineOf,
  externalId,
  workspaceId,
  actorId,
  keyId,
  handleId,
  TooCostly,
  Fuel,
  COSTS,
  compilePattern,
  unknownFlag,
  OPERATORS,
  OPERATOR_NAMES,
  isOperatorName,
  isExpression,
  isVariable,
  variablesOf,
  fingerprint,
  readPath,
  isNeverRead
};
//# sourceMappingURL=chunk-7RVY3HCR.js.map