/**
 * Evaluates with json-logic-js, our strict operators and a work budget. The coercing operators of
 * json-logic-js are never called. It knows one custom operation, which calls the evaluation that a
 * rule is applied to (decision 0013). An exhausted budget throws (decision 0014).
 */
import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { LIMITS } from '../definition/limits.js';
import { OPERATORS, type Operator, type OperatorName } from './operators.js';
import { type Expression, type Operand, isExpression, isVariable } from './tree.js';
import { readPath } from './variable.js';
import { CONDITION_COSTS, WorkBudget } from './work.js';

/** Values that an expression can read. */
export interface Scope {
  readonly output: unknown;
  readonly step: unknown;
  readonly execution: { readonly input: unknown };
}

/** An expression as json-logic-js reads it. */
export interface Condition {
  readonly rule: RulesLogic;
  /** Number of operators, operands and elements of lists. */
  readonly operands: number;
}

/** Prepares an expression for evaluation. */
export const conditionOf = (expression: Expression): Condition => ({
  rule: ruleOf(expression) as RulesLogic,
  operands: operandsIn(expression),
});

/**
 * Returns true only if the expression evaluates to `true`. `shared` is a budget of several
 * evaluations, on top of each one's own budget.
 * @throws TooCostly only; the condition is then neither true nor false.
 */
export function holds(
  { rule, operands }: Condition,
  scope: Scope,
  shared: WorkBudget | null = null,
): boolean {
  const work = new WorkBudget(LIMITS.evaluationWork, shared);
  // Pays for the walk in advance. The operators pay for the values they read.
  work.spend(operands * CONDITION_COSTS.walk);
  return JSON_LOGIC.apply(rule, new Evaluation(scope, work)) === true;
}

/** The data that a rule is applied to. It reads variables and calls operators. */
class Evaluation {
  private readonly scope: Scope;
  private readonly work: WorkBudget;

  constructor(scope: Scope, work: WorkBudget) {
    this.scope = scope;
    this.work = work;
  }

  read(name: string): unknown {
    const path = name.split('.');
    this.work.spend(path.length);
    return readPath(this.scope, path);
  }

  operate(name: OperatorName, values: readonly unknown[]): unknown {
    const { apply }: Operator = OPERATORS[name];
    return apply(this.work, ...values);
  }
}

/** Name of our operation. Its first operand is an operator, or `READ` followed by a variable. */
const OPERATION = '@org/approval-core';
const READ = 'var';

/**
 * json-logic-js with our operation, added once. It depends only on its arguments, so copies of this
 * module share it safely. A host's rule that names it fails.
 */
const JSON_LOGIC = /* @__PURE__ */ withOperation(jsonLogic);

function withOperation(library: typeof jsonLogic): typeof jsonLogic {
  library.add_operation(
    OPERATION,
    function (this: Evaluation, name: OperatorName | typeof READ, ...values: readonly unknown[]): unknown {
      return name === READ ? this.read(String(values[0])) : this.operate(name, values);
    },
  );
  return library;
}

function ruleOf(operand: Operand): unknown {
  if (isVariable(operand)) return { [OPERATION]: [READ, operand.var] };
  if (isExpression(operand)) return { [OPERATION]: [operand.op, ...operand.args.map(ruleOf)] };
  return operand;
}

function operandsIn(operand: Operand): number {
  if (isExpression(operand)) return operand.args.reduce<number>((sum, it) => sum + operandsIn(it), 1);
  return Array.isArray(operand) ? operand.reduce<number>((sum, it: Operand) => sum + operandsIn(it), 1) : 1;
}
