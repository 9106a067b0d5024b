/**
 * Evaluates with json-logic-js, our strict operators and a work budget. The coercing operators of
 * json-logic-js are never called. It knows one custom operation, which calls the evaluation that a
 * rule is applied to (decision 0013). An exhausted budget throws (decision 0014).
 */
import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { excerpt } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { OPERATORS, type Operator, type OperatorName } from './operators.js';
import { type Expression, type Operand, isExpression, isVariable } from './tree.js';
import { ConditionFault } from './condition-fault.js';
import { findPath } from './variable.js';
import { CONDITION_COSTS, WorkBudget } from './work.js';

/** Values that an expression can read. */
export interface Scope {
  readonly output: unknown;
  readonly step: Readonly<Record<string, unknown>>;
  readonly execution: { readonly input: unknown };
}

/** An expression as json-logic-js reads it. */
export interface Condition {
  readonly rule: RulesLogic;
  /** Number of operators, operands and elements of lists. */
  readonly operands: number;
  /** True if a missing path and values that cannot be compared are faults. */
  readonly strict: boolean;
}

/** Prepares an expression for evaluation. */
export const conditionOf = (expression: Expression, strict = false): Condition => ({
  rule: (strict ? strictRuleOf(expression) : ruleOf(expression)) as RulesLogic,
  operands: operandsIn(expression),
  strict,
});

/**
 * Returns true only if the expression evaluates to `true`. `shared` is a budget of several
 * evaluations, on top of each one's own budget.
 * @throws TooCostly, and a strict condition ConditionFault; it is then neither true nor false.
 */
export function holds(
  { rule, operands, strict }: Condition,
  scope: Scope,
  shared: WorkBudget | null = null,
): boolean {
  const work = new WorkBudget(LIMITS.evaluationWork, shared);
  // Pays for the walk in advance. The operators pay for the values they read.
  work.spend(operands * CONDITION_COSTS.walk);
  return JSON_LOGIC.apply(rule, new Evaluation(scope, work, strict)) === true;
}

/** The data that a rule is applied to. It reads variables and calls operators. */
class Evaluation {
  private readonly scope: Scope;
  private readonly work: WorkBudget;
  private readonly strict: boolean;

  constructor(scope: Scope, work: WorkBudget, strict: boolean) {
    this.scope = scope;
    this.work = work;
    this.strict = strict;
  }

  read(name: string): unknown {
    const path = name.split('.');
    this.work.spend(path.length);
    const value = findPath(this.scope, path);
    if (value !== undefined) return value;
    if (this.strict && !this.mayBeMissing(name, path[0])) {
      const message = `reads "${excerpt(name)}", which is missing`;
      throw new ConditionFault('condition-path-missing', message);
    }
    return null;
  }

  readOrNull(name: string): unknown {
    const path = name.split('.');
    this.work.spend(path.length);
    return findPath(this.scope, path) ?? null;
  }

  /** Only a completed step has an output that can be relied on, and not all of them decide. */
  private mayBeMissing(name: string, root: string | undefined): boolean {
    if (root === 'step' || name === 'output.decision') return true;
    return root === 'output' && this.scope.step['status'] !== 'completed';
  }

  operate(name: OperatorName, values: readonly unknown[]): unknown {
    const { apply }: Operator = OPERATORS[name];
    if (this.strict && ORDERS.has(name)) this.refuseIncomparable(name, values);
    return apply(this.work, ...values);
  }

  /** The message has types instead of values, as receivers of events read it. */
  private refuseIncomparable(name: OperatorName, values: readonly unknown[]): void {
    const [a, b] = values.map(typeName);
    if (a === b && (a === 'number' || a === 'string')) return;
    // Read as null because the step was not completed: the comparison is false as ever.
    if (this.scope.step['status'] !== 'completed' && values.includes(null)) return;
    const message = `compares ${a} with ${b} by "${name}"; it takes two numbers or two strings`;
    throw new ConditionFault('condition-not-comparable', message);
  }
}

const ORDERS: ReadonlySet<OperatorName> = new Set(['gt', 'gte', 'lt', 'lte']);

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Name of our operation. Its first operand is an operator, or one of the words below. */
const OPERATION = '@org/approval-core';
/** Reads a variable. */
const READ = 'var';
/** Reads a variable that may be missing. */
const READ_OR_NULL = 'var?';
/** Compares a value with true. */
const IS_TRUE = 'true?';
type Word = OperatorName | typeof READ | typeof READ_OR_NULL | typeof IS_TRUE;

/**
 * json-logic-js with our operation, added once. It depends only on its arguments, so copies of this
 * module share it safely. A host's rule that names it fails.
 */
const JSON_LOGIC = /* @__PURE__ */ withOperation(jsonLogic);

function withOperation(library: typeof jsonLogic): typeof jsonLogic {
  library.add_operation(
    OPERATION,
    function (this: Evaluation, word: Word, ...values: readonly unknown[]): unknown {
      if (word === READ) return this.read(String(values[0]));
      if (word === READ_OR_NULL) return this.readOrNull(String(values[0]));
      return word === IS_TRUE ? values[0] === true : this.operate(word, values);
    },
  );
  return library;
}

function ruleOf(operand: Operand): unknown {
  if (isVariable(operand)) return { [OPERATION]: [READ, operand.var] };
  if (isExpression(operand)) return { [OPERATION]: [operand.op, ...operand.args.map(ruleOf)] };
  return operand;
}

/**
 * In a strict condition `and` and `or` stop early, as only what is evaluated can be a fault. They
 * are json-logic-js's own, which get only true and false, so they coerce nothing.
 */
function strictRuleOf(operand: Operand): unknown {
  if (!isExpression(operand)) return ruleOf(operand);
  const { op, args } = operand;
  if (op === 'and' || op === 'or') {
    return { [op]: args.map((it) => ({ [OPERATION]: [IS_TRUE, strictRuleOf(it)] })) };
  }
  const rules = args.map((it) =>
    op === 'isEmpty' && isVariable(it) ? { [OPERATION]: [READ_OR_NULL, it.var] } : strictRuleOf(it),
  );
  return { [OPERATION]: [op, ...rules] };
}

function operandsIn(operand: Operand): number {
  if (isExpression(operand)) return operand.args.reduce<number>((sum, it) => sum + operandsIn(it), 1);
  return Array.isArray(operand) ? operand.reduce<number>((sum, it: Operand) => sum + operandsIn(it), 1) : 1;
}
