/**
 * Operators of contract section 3, with their operand counts. They never coerce. Each spends work
 * before it reads a value.
 */
import { keysOf } from '@org/approval-internal/lists';
import { jsonEquals } from '../definition/json.js';
import { CONDITION_COSTS, type WorkBudget } from './work.js';
import { includesText } from './includes.js';
import { compilePattern } from './regex.js';

export interface Operator {
  readonly minArgs: number;
  readonly maxArgs: number;
  /** Takes any values. Throws only TooCostly. */
  readonly apply: (work: WorkBudget, ...values: readonly unknown[]) => unknown;
}

const operator = (minArgs: number, maxArgs: number, apply: Operator['apply']): Operator => ({
  minArgs,
  maxArgs,
  apply,
});

export const OPERATORS = {
  eq: operator(2, 2, equal),
  ne: operator(2, 2, (work, a, b) => !equal(work, a, b)),
  gt: operator(2, 2, (work, a, b) => ordered(work, a, b, (order) => order > 0)),
  gte: operator(2, 2, (work, a, b) => ordered(work, a, b, (order) => order >= 0)),
  lt: operator(2, 2, (work, a, b) => ordered(work, a, b, (order) => order < 0)),
  lte: operator(2, 2, (work, a, b) => ordered(work, a, b, (order) => order <= 0)),
  and: operator(1, Infinity, (_, ...values) => values.every((it) => it === true)),
  or: operator(1, Infinity, (_, ...values) => values.some((it) => it === true)),
  not: operator(1, 1, (_, value) => value !== true),
  regex: operator(2, 3, matches),
  includes: operator(2, 2, includes),
  startsWith: operator(2, 2, (work, a, b) => affix(work, a, b, (text, part) => text.startsWith(part))),
  endsWith: operator(2, 2, (work, a, b) => affix(work, a, b, (text, part) => text.endsWith(part))),
  length: operator(1, 1, (_, value) => (isText(value) || Array.isArray(value) ? value.length : 0)),
  isEmpty: operator(1, 1, isEmpty),
} as const satisfies Record<string, Operator>;

/** Name of an operator of conditions. */
export type OperatorName = keyof typeof OPERATORS;
/** The operators that conditions know. */
export const OPERATOR_NAMES = keysOf(OPERATORS);

export function isOperatorName(name: unknown): name is OperatorName {
  return typeof name === 'string' && Object.hasOwn(OPERATORS, name);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Units to compare two strings, at most the length of the shorter one. */
const comparing = (a: string, b: string): number =>
  Math.min(a.length, b.length) / CONDITION_COSTS.comparedPerUnit;

function equal(work: WorkBudget, a: unknown, b: unknown): boolean {
  return jsonEquals(a, b, (left, right) => {
    work.spend(
      isText(left) && isText(right) ? CONDITION_COSTS.value + comparing(left, right) : CONDITION_COSTS.value,
    );
  });
}

/** Holds only between two numbers or two strings. */
function ordered(work: WorkBudget, a: unknown, b: unknown, test: (order: number) => boolean): boolean {
  if (typeof a === 'number' && typeof b === 'number') return test(a - b);
  if (!isText(a) || !isText(b)) return false;
  work.spend(comparing(a, b));
  return test(a < b ? -1 : a > b ? 1 : 0);
}

function affix(
  work: WorkBudget,
  a: unknown,
  b: unknown,
  test: (text: string, part: string) => boolean,
): boolean {
  if (!isText(a) || !isText(b)) return false;
  work.spend(comparing(a, b));
  return test(a, b);
}

/** The pattern compiled when the definition was validated, so it compiles here. */
function matches(work: WorkBudget, subject: unknown, pattern: unknown, flags: unknown = ''): boolean {
  if (!isText(subject) || !isText(pattern) || !isText(flags)) return false;
  const compiled = compilePattern(pattern, flags);
  work.spend(compiled.programSize() * (subject.length + CONDITION_COSTS.compiling));
  return compiled.matcher(subject).find();
}

function includes(work: WorkBudget, container: unknown, item: unknown): boolean {
  if (!isText(container)) return Array.isArray(container) && container.some((it) => equal(work, it, item));
  if (!isText(item)) return false;
  work.spend((container.length + item.length) / CONDITION_COSTS.searchedPerUnit);
  return includesText(container, item);
}

function isEmpty(work: WorkBudget, value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  const { length } = Object.keys(value);
  work.spend(length * CONDITION_COSTS.key);
  return length === 0;
}
