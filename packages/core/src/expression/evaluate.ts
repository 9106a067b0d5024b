/**
 * Evaluation through json-logic-js with strict operators of our own, within a budget of work; none of its own,
 * coercing operators is ever called.
 *
 * json-logic-js keeps one table of operations per copy of it. The published build has a copy to itself, which no
 * host can reach. Where the copy is shared (the sources are run), ours are in the table only while an expression is
 * evaluated, under one name that nobody else has (decisions 0006, 0013). An operator whose budget is used up throws, which ends
 * the walk (decision 0014).
 */
import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { LIMITS } from '../definition/limits.js';
import { COSTS, Fuel } from './fuel.js';
import { OPERATORS, type Operator } from './operators.js';
import { type Expression, type Operand, isExpression, isVariable } from './tree.js';
import { readPath } from './variable.js';

/** What an expression can read. */
export interface Scope {
  readonly output: unknown;
  readonly step: unknown;
  readonly execution: { readonly input: unknown };
}

/**
 * True only if the value of the expression is `true`. `shared` is a budget of several evaluations together; each of them
 * has one of its own as well.
 * @throws TooCostly, and nothing else: the condition is then neither true nor false.
 */
export function holds(expression: Expression, scope: Scope, shared: Fuel | null = null): boolean {
  const fuel = new Fuel(LIMITS.evaluationWork, shared);
  const { rule, operands } = ruleOf(expression);
  // The walk itself is paid for before it begins; the operators pay for what they look at.
  fuel.spend(operands * COSTS.walk);
  const evaluation: Evaluation = { fuel, read: (path) => readPath(scope, path) };
  // A host that wraps `jsonLogic.apply` can evaluate one of our expressions inside of another.
  const outer = installed;
  install(OPERATIONS);
  try {
    return jsonLogic.apply(rule, evaluation) === true;
  } finally {
    install(outer);
  }
}

/** What an operation gets as `this`: json-logic-js calls it the data. */
interface Evaluation {
  readonly fuel: Fuel;
  readonly read: (path: readonly string[]) => unknown;
}
type Operation = (this: Evaluation, ...values: unknown[]) => unknown;
type Operations = Readonly<Record<string, Operation>>;

const NAMESPACE = '@org/approval-core';
const READ = 'read';

function read(this: Evaluation, name: unknown): unknown {
  const path = String(name).split('.');
  this.fuel.spend(path.length);
  return this.read(path);
}

const OPERATIONS: Operations = /* @__PURE__ */ (() => ({
  [READ]: read,
  ...Object.fromEntries(Object.entries<Operator>(OPERATORS).map(([name, { apply }]) => [name, paid(apply)])),
}))();

function paid(apply: Operator['apply']): Operation {
  return function (...values) {
    return apply(this.fuel, ...values);
  };
}

/** What is in the table: null but for the time of an evaluation. */
let installed: Operations | null = null;

function install(operations: Operations | null): void {
  installed = operations;
  if (operations === null) jsonLogic.rm_operation(NAMESPACE);
  // The typings know functions only; the library looks a dotted operator up inside an object.
  else jsonLogic.add_operation(NAMESPACE, operations as unknown as () => unknown);
}

/** An expression as json-logic-js reads it, and how many operators, operands and elements of lists it has. */
interface Rule {
  readonly rule: RulesLogic;
  readonly operands: number;
}

const rules = new WeakMap<Expression, Rule>();

function ruleOf(expression: Expression): Rule {
  const known = rules.get(expression);
  if (known !== undefined) return known;
  const made = { rule: translated(expression) as RulesLogic, operands: operandsIn(expression) };
  rules.set(expression, made);
  return made;
}

function translated(operand: Operand): unknown {
  if (isVariable(operand)) return { [`${NAMESPACE}.${READ}`]: [operand.var] };
  if (isExpression(operand)) return { [`${NAMESPACE}.${operand.op}`]: operand.args.map(translated) };
  return operand;
}

function operandsIn(operand: Operand): number {
  if (isExpression(operand)) return operand.args.reduce<number>((sum, it) => sum + operandsIn(it), 1);
  return Array.isArray(operand) ? operand.reduce<number>((sum, it: Operand) => sum + operandsIn(it), 1) : 1;
}
