/** The expression tree of an edge's `when` (contract section 3), as data. */
import type { OperatorName } from './operators.js';

export type Literal = string | number | boolean | null | readonly Literal[];
export interface Variable {
  readonly var: string;
}
/** A literal, a variable, or an operator with operands of its own. */
export type Operand = Literal | Variable | Expression;
/** An operator with its operands. */
export interface Expression {
  /** Which operator. */
  readonly op: OperatorName;
  /** Its operands, in order. */
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
  return [...namesIn(operand, new Set())].map((name) => name.split('.'));
}

function namesIn(operand: Operand, names: Set<string>): Set<string> {
  if (isVariable(operand)) names.add(operand.var);
  else if (isExpression(operand)) for (const it of operand.args) namesIn(it, names);
  return names;
}
