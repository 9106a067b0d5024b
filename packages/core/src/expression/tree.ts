/** The expression tree of an edge's `when` (contract section 3), as data. */
import type { OperatorName } from './operators.js';

export type Literal = string | number | boolean | null | readonly Literal[];
export interface Variable {
  readonly var: string;
}
export type Operand = Literal | Variable | Expression;
export interface Expression {
  readonly op: OperatorName;
  readonly args: readonly Operand[];
}

export function isExpression(operand: Operand): operand is Expression {
  return typeof operand === 'object' && operand !== null && 'op' in operand;
}

export function isVariable(operand: Operand): operand is Variable {
  return typeof operand === 'object' && operand !== null && 'var' in operand;
}

/** Every dot-path that the expression reads, as segments. */
export function variablesOf(operand: Operand): string[][] {
  if (isVariable(operand)) return [operand.var.split('.')];
  if (isExpression(operand)) return operand.args.flatMap(variablesOf);
  return [];
}
