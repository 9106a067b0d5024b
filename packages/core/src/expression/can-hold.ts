/**
 * Decides for the linter if a condition can hold when only some variables are known. It walks the
 * tree with the usual operators, a third truth value and a work budget. The linter asks thousands
 * of
 * times per definition, and json-logic-js would take ten times as long (decision 0014). So the tree
 * is folded once: parts that read no known path become constants.
 */
import { LIMITS } from '../definition/limits.js';
import { CONDITION_COSTS, WorkBudget, TooCostly } from './work.js';
import type { OperatorName } from './operators.js';
import { THREE_VALUED, UNKNOWN } from './three-valued.js';
import { type Expression, type Operand, isExpression, isVariable } from './tree.js';
import { isNeverRead, readPath } from './variable.js';

type Known = ReadonlyMap<string, unknown>;

/**
 * Returns false only if the expression cannot hold given `known` (dot-path → value); all other
 * variables are unknown (contract section 4). Returns true if the work budget is exceeded.
 */
export const canHold = (expression: Expression, known: Known): boolean =>
  canFoldedHold(fold(expression, [...known.keys()]), known);

/** The rest of an expression after its constant parts are folded. */
export interface Folded {
  readonly rest: unknown;
}

/** Folds an expression for questions in which only `paths` are known. */
export const fold = (expression: Expression, paths: readonly string[]): Folded => ({
  rest: affordable((work) => {
    work.spend(CONDITION_COSTS.operand);
    return folded(expression, paths, work);
  }),
});

/** Same as `canHold` for a folded expression. `known` has only paths it was folded for. */
export function canFoldedHold({ rest }: Folded, known: Known, shared: WorkBudget | null = null): boolean {
  const value = affordable((work) => valueOf(rest, known, work), shared);
  return value === true || value === UNKNOWN;
}

function affordable(act: (work: WorkBudget) => unknown, shared: WorkBudget | null = null): unknown {
  try {
    return act(new WorkBudget(LIMITS.canHoldWork, shared));
  } catch (error) {
    if (error instanceof TooCostly) return UNKNOWN;
    throw error;
  }
}

/** A path that may be known. */
class OpenPath {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}
/** An operator with a path that may be known among its operands. */
class OpenOperation {
  readonly op: OperatorName;
  readonly args: readonly unknown[];

  constructor(op: OperatorName, args: readonly unknown[]) {
    this.op = op;
    this.args = args;
  }
}
/** The cheap `typeof` comes first, since most values are not objects. */
const isOpen = (it: unknown): boolean =>
  typeof it === 'object' && (it instanceof OpenPath || it instanceof OpenOperation);

/** Returns the value, or its open part. The caller has paid for the operand itself. */
function folded(operand: Operand, paths: readonly string[], work: WorkBudget): unknown {
  if (typeof operand !== 'object' || operand === null) return operand;
  if (isVariable(operand)) {
    const { var: path } = operand;
    if (paths.some((it) => path === it || path.startsWith(`${it}.`))) return new OpenPath(path);
    return path.split('.').some(isNeverRead) ? null : UNKNOWN;
  }
  if (!isExpression(operand)) return operand;
  const { op, args } = operand;
  work.spend(CONDITION_COSTS.operand * args.length);
  const values: unknown[] = [];
  const open: unknown[] = [];
  for (const arg of args) {
    const value = typeof arg === 'object' ? folded(arg, paths, work) : arg;
    values.push(value);
    if (isOpen(value)) open.push(value);
  }
  if (open.length === 0) return THREE_VALUED[op](work, ...values);
  return op === 'and' || op === 'or' ? joined(op, values, open, work) : new OpenOperation(op, values);
}

/** Folds the closed operands of `and` and `or` to one value, which may decide the result. */
function joined(
  op: 'and' | 'or',
  values: readonly unknown[],
  open: readonly unknown[],
  work: WorkBudget,
): unknown {
  if (open.length === values.length) return new OpenOperation(op, values);
  const value = THREE_VALUED[op](work, ...values.filter((it) => !isOpen(it)));
  if (value === (op === 'or')) return value;
  return new OpenOperation(op, [value, ...open]);
}

function valueOf(it: unknown, known: Known, work: WorkBudget): unknown {
  work.spend(CONDITION_COSTS.operand);
  if (it instanceof OpenPath) return readKnown(known, it.path);
  if (!(it instanceof OpenOperation)) return it;
  const values: unknown[] = [];
  for (const arg of it.args) values.push(valueOf(arg, known, work));
  return THREE_VALUED[it.op](work, ...values);
}

export function readKnown(known: Known, name: string): unknown {
  if (known.has(name)) return known.get(name);
  const path = name.split('.');
  if (path.some(isNeverRead)) return null;
  for (const [key, value] of known) {
    if (name.startsWith(`${key}.`)) return readPath(value, path.slice(key.split('.').length));
  }
  return UNKNOWN;
}
