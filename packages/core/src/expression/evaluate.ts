/**
 * Evaluation through json-logic-js with strict operators of our own.
 *
 * json-logic-js keeps one table of operations per process, which the host may use too. So ours are in it
 * only while an expression is evaluated (evaluation is synchronous, nothing of the host runs in between),
 * under one name that nobody else has; and none of its own, coercing ones is ever called.
 */
import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { OPERATORS, type Operator } from './operators.js';
import { type Expression, type Operand, isExpression, isVariable } from './tree.js';
import { isNeverRead, readPath } from './variable.js';

/** What an expression can read. */
export interface Scope {
  readonly output: unknown;
  readonly step: unknown;
  readonly execution: { readonly input: unknown };
}

/** True only if the value of the expression is `true`. Total: never throws. */
export function holds(expression: Expression, scope: Scope): boolean {
  return run(expression, STRICT, { read: (path) => readPath(scope, path) }) === true;
}

/**
 * Whether the expression can hold when only `known` is given (dot-path → value) and every other variable is
 * unknown: the answer is true or unknown (contract section 4).
 */
export function canHold(expression: Expression, known: ReadonlyMap<string, unknown>): boolean {
  const value = run(expression, THREE_VALUED, { read: (path) => readKnown(known, path) });
  return value === true || value === UNKNOWN;
}

/** The third truth value. */
const UNKNOWN = Symbol('unknown');

interface Reader {
  readonly read: (path: readonly string[]) => unknown;
}
type Operations = Readonly<Record<string, (this: Reader, ...values: unknown[]) => unknown>>;

const NAMESPACE = '@org/approval-core';
const READ = 'read';

function read(this: Reader, path: unknown): unknown {
  return this.read(String(path).split('.'));
}

const STRICT: Operations = {
  [READ]: read,
  ...Object.fromEntries(Object.entries(OPERATORS).map(([name, { apply }]) => [name, apply])),
};

/** The same operators, unknown in, unknown out; `and` and `or` may know the answer all the same. */
const THREE_VALUED: Operations = {
  [READ]: read,
  ...Object.fromEntries(Object.entries(OPERATORS).map(([name, { apply }]) => [name, lifted(apply)])),
  and: (...values) =>
    values.some((it) => it !== true && it !== UNKNOWN) ? false : lifted(allTrue)(...values),
  or: (...values) => values.includes(true) || lifted(() => false)(...values),
};

const allTrue: Operator['apply'] = OPERATORS.and.apply;

function lifted(apply: Operator['apply']) {
  return (...values: unknown[]): unknown => (values.includes(UNKNOWN) ? UNKNOWN : apply(...values));
}

function run(expression: Expression, operations: Operations, reader: Reader): unknown {
  // The typings know functions only; the library looks a dotted operator up inside an object.
  jsonLogic.add_operation(NAMESPACE, operations as unknown as () => unknown);
  try {
    return jsonLogic.apply(ruleOf(expression), reader);
  } finally {
    jsonLogic.rm_operation(NAMESPACE);
  }
}

function readKnown(known: ReadonlyMap<string, unknown>, path: readonly string[]): unknown {
  if (path.some(isNeverRead)) return null;
  const name = path.join('.');
  for (const [key, value] of known) {
    if (name === key) return value;
    if (name.startsWith(`${key}.`)) return readPath(value, path.slice(key.split('.').length));
  }
  return UNKNOWN;
}

const rules = new WeakMap<Expression, RulesLogic>();

function ruleOf(expression: Expression): RulesLogic {
  const known = rules.get(expression);
  if (known !== undefined) return known;
  const rule = translate(expression) as RulesLogic;
  rules.set(expression, rule);
  return rule;
}

function translate(operand: Operand): unknown {
  if (isVariable(operand)) return { [`${NAMESPACE}.${READ}`]: [operand.var] };
  if (isExpression(operand)) return { [`${NAMESPACE}.${operand.op}`]: operand.args.map(translate) };
  return operand;
}
