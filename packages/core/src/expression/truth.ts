/**
 * Conditions over incomplete data: true, false or unknown. A `when` reads a missing path as null.
 * Here a wrong guess could let a call through, so a missing path is unknown. Also unknown is an
 * order
 * between anything but two numbers or two strings, and a string operator on another type.
 */
import { LIMITS } from '../definition/limits.js';
import { isPlainObject } from '../definition/json.js';
import { CONDITION_COSTS, WorkBudget, TooCostly } from './work.js';
import { type OperatorName } from './operators.js';
import { THREE_VALUED, UNKNOWN } from './three-valued.js';
import { type Expression, type Operand, isExpression, isVariable } from './tree.js';
import { isNeverRead } from './variable.js';

/** Result of a condition over incomplete data. */
export type Truth = 'true' | 'false' | 'unknown';

/** Work budget that several conditions share. A condition beyond it is unknown. */
export class TruthBudget extends WorkBudget {
  constructor(units: number = LIMITS.commandWork) {
    super(units);
  }
}

/**
 * Evaluates the condition over `scope`, whose own properties are the variables. A condition that
 * exceeds `budget`, or the limit of a single evaluation, is unknown.
 */
export function truthOf(
  expression: Expression,
  scope: object,
  budget: TruthBudget = new TruthBudget(),
): Truth {
  try {
    const value = valueOf(expression, scope, new WorkBudget(LIMITS.evaluationWork, budget));
    if (value === UNKNOWN) return 'unknown';
    return value === true ? 'true' : 'false';
  } catch (error) {
    if (error instanceof TooCostly) return 'unknown';
    throw error;
  }
}

function valueOf(operand: Operand, scope: object, work: WorkBudget): unknown {
  work.spend(CONDITION_COSTS.operand);
  if (isVariable(operand)) return read(operand.var, scope, work);
  if (!isExpression(operand)) return operand;
  const { op, args } = operand;
  const values: unknown[] = [];
  for (const arg of args) values.push(valueOf(arg, scope, work));
  if (!isAnswerable(op, values)) return UNKNOWN;
  return THREE_VALUED[op](work, ...values);
}

function read(name: string, scope: object, work: WorkBudget): unknown {
  const path = name.split('.');
  work.spend(path.length);
  let value: unknown = scope;
  for (const segment of path) {
    if (isNeverRead(segment)) return UNKNOWN;
    if (Array.isArray(value)) value = CANONICAL_INDEX.test(segment) ? value[Number(segment)] : undefined;
    else if (isPlainObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return UNKNOWN;
    if (value === undefined) return UNKNOWN;
  }
  return value;
}

const CANONICAL_INDEX = /^(0|[1-9]\d*)$/;

type Answerable = (values: readonly unknown[]) => boolean;

const isText = (value: unknown): boolean => typeof value === 'string';
const ordered: Answerable = ([a, b]) =>
  (typeof a === 'number' && typeof b === 'number') || (isText(a) && isText(b));
const texts: Answerable = (values) => values.every(isText);
const sized: Answerable = ([value]) => isText(value) || Array.isArray(value);

/** Operand checks per operator. The result is unknown if they fail. */
const ANSWERABLE: { readonly [Name in OperatorName]?: Answerable } = {
  gt: ordered,
  gte: ordered,
  lt: ordered,
  lte: ordered,
  regex: texts,
  startsWith: texts,
  endsWith: texts,
  includes: ([container, item]) => Array.isArray(container) || (isText(container) && isText(item)),
  length: sized,
};

/** Leaves operands that are unknown themselves to the operator. */
const isAnswerable = (op: OperatorName, values: readonly unknown[]): boolean =>
  values.includes(UNKNOWN) || (ANSWERABLE[op]?.(values) ?? true);
