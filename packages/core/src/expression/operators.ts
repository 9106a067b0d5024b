/** The operators of contract section 3: how many operands each takes, and what it gives. No coercion anywhere. */
import { jsonEquals } from '../definition/json.js';
import { compilePattern } from './regex.js';

export interface Operator {
  readonly minArgs: number;
  readonly maxArgs: number;
  /** Total: any values, never throws. */
  readonly apply: (...values: readonly unknown[]) => unknown;
}

const operator = (minArgs: number, maxArgs: number, apply: Operator['apply']): Operator => ({
  minArgs,
  maxArgs,
  apply,
});

export const OPERATORS = {
  eq: operator(2, 2, (a, b) => jsonEquals(a, b)),
  ne: operator(2, 2, (a, b) => !jsonEquals(a, b)),
  gt: operator(2, 2, (a, b) => ordered(a, b, (order) => order > 0)),
  gte: operator(2, 2, (a, b) => ordered(a, b, (order) => order >= 0)),
  lt: operator(2, 2, (a, b) => ordered(a, b, (order) => order < 0)),
  lte: operator(2, 2, (a, b) => ordered(a, b, (order) => order <= 0)),
  and: operator(1, Infinity, (...values) => values.every((it) => it === true)),
  or: operator(1, Infinity, (...values) => values.some((it) => it === true)),
  not: operator(1, 1, (value) => value !== true),
  regex: operator(2, 3, matches),
  includes: operator(2, 2, includes),
  startsWith: operator(2, 2, (a, b) => isText(a) && isText(b) && a.startsWith(b)),
  endsWith: operator(2, 2, (a, b) => isText(a) && isText(b) && a.endsWith(b)),
  length: operator(1, 1, (value) => (isText(value) || Array.isArray(value) ? value.length : 0)),
  isEmpty: operator(1, 1, isEmpty),
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof OPERATORS;
export const OPERATOR_NAMES = Object.keys(OPERATORS) as OperatorName[];

export function isOperatorName(name: unknown): name is OperatorName {
  return typeof name === 'string' && Object.hasOwn(OPERATORS, name);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Holds only between two numbers or two strings. */
function ordered(a: unknown, b: unknown, test: (order: number) => boolean): boolean {
  if (typeof a === 'number' && typeof b === 'number') return test(a - b);
  if (isText(a) && isText(b)) return test(a < b ? -1 : a > b ? 1 : 0);
  return false;
}

/** The pattern is a literal that compiled when the definition was written, so it compiles here. */
function matches(subject: unknown, pattern: unknown, flags: unknown = ''): boolean {
  if (!isText(subject) || !isText(pattern) || !isText(flags)) return false;
  return compilePattern(pattern, flags).matcher(subject).find();
}

function includes(container: unknown, item: unknown): boolean {
  if (isText(container)) return isText(item) && container.includes(item);
  return Array.isArray(container) && container.some((it) => jsonEquals(it, item));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
