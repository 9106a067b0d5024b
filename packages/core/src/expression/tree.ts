/** The expression tree of an edge's `when` (contract section 3), as data. */
import type { OperatorName } from './operators.js';

export type Literal = string | number | boolean | null | readonly Literal[];
export interface Variable {
  readonly var: string;
}
/** A literal, a variable, or an operator with operands. */
export type Operand = Literal | Variable | Expression;
/** An operator with its operands. */
export interface Expression {
  /** Name of the operator. */
  readonly op: OperatorName;
  /** Operands in order. */
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
  else if (isExpression(operand)) {
    for (const it of operand.args) if (typeof it === 'object') namesIn(it, names);
  }
  return names;
}

/** Hash of a tree. Equal trees have equal hashes; it is far quicker than their JSON text. */
export function fingerprint(operand: Operand): number {
  if (typeof operand === 'string') return textFingerprint(operand);
  if (typeof operand === 'number') return mixed(7, operand | 0);
  if (typeof operand !== 'object' || operand === null) return operand === null ? 1 : operand ? 2 : 3;
  if (isVariable(operand)) return mixed(5, textFingerprint(operand.var));
  let sum = isExpression(operand) ? textFingerprint(operand.op) : 11;
  for (const it of isExpression(operand) ? operand.args : operand) sum = mixed(sum, fingerprint(it));
  return sum;
}

function textFingerprint(text: string): number {
  let sum = text.length;
  for (let index = 0; index < text.length; index++) sum = mixed(sum, text.charCodeAt(index));
  return sum;
}

const mixed = (sum: number, next: number): number => (Math.imul(sum, 31) + next) | 0;
