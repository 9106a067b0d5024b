/**
 * What the linter asks of a condition: can it hold, when some of what it reads is known and the rest is not? One walk over
 * the tree with the operators of an evaluation and a third truth value, within a budget of work. It asks some thousand
 * times for a large definition, which json-logic-js, made for evaluation, takes ten times as long for (ADR 0014).
 */
import { LIMITS } from '../definition/limits.js';
import { COSTS, Fuel, TooCostly } from './fuel.js';
import { OPERATORS, type Operator, type OperatorName } from './operators.js';
import { type Expression, type Operand, isExpression, isVariable } from './tree.js';
import { isNeverRead, readPath } from './variable.js';

type Known = ReadonlyMap<string, unknown>;

/**
 * Whether the expression can hold when only `known` is given (dot-path → value) and every other variable is
 * unknown: the answer is true or unknown (contract section 4). What takes too much work to find out is unknown.
 */
export function canHold(expression: Expression, known: Known): boolean {
  try {
    const value = valueOf(expression, known, new Fuel(LIMITS.canHoldWork));
    return value === true || value === UNKNOWN;
  } catch (error) {
    if (error instanceof TooCostly) return true;
    throw error;
  }
}

/** The third truth value. */
const UNKNOWN = Symbol('unknown');

function valueOf(operand: Operand, known: Known, fuel: Fuel): unknown {
  fuel.spend(COSTS.operand);
  if (isVariable(operand)) return readKnown(known, operand.var);
  if (!isExpression(operand)) return operand;
  const values: unknown[] = [];
  for (const it of operand.args) values.push(valueOf(it, known, fuel));
  return THREE_VALUED[operand.op](fuel, ...values);
}

const lifted =
  (apply: Operator['apply']): Operator['apply'] =>
  (fuel, ...values) =>
    values.includes(UNKNOWN) ? UNKNOWN : apply(fuel, ...values);

/** Unknown in, unknown out; `and` and `or` may know the answer all the same. */
const THREE_VALUED: Readonly<Record<OperatorName, Operator['apply']>> = /* @__PURE__ */ (() => ({
  ...(Object.fromEntries(
    Object.entries<Operator>(OPERATORS).map(([name, { apply }]) => [name, lifted(apply)]),
  ) as Record<OperatorName, Operator['apply']>),
  and(_, ...values) {
    if (values.some((it) => it !== true && it !== UNKNOWN)) return false;
    return values.includes(UNKNOWN) ? UNKNOWN : true;
  },
  or(_, ...values) {
    if (values.includes(true)) return true;
    return values.includes(UNKNOWN) ? UNKNOWN : false;
  },
}))();

function readKnown(known: Known, name: string): unknown {
  if (known.has(name)) return known.get(name);
  const path = name.split('.');
  if (path.some(isNeverRead)) return null;
  for (const [key, value] of known) {
    if (name.startsWith(`${key}.`)) return readPath(value, path.slice(key.split('.').length));
  }
  return UNKNOWN;
}
