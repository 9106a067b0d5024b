/** Builders for conditions in code: `when(op('eq', variable('output.decision'), 'approve'))`. */
import type { OperatorName } from './operators.js';
import type { Expression, Operand, Variable } from './tree.js';

/** Builds an operator with its operands: literals, variables, or other operators. */
export const op = (name: OperatorName, ...args: readonly Operand[]): Expression => ({ op: name, args });

/** Builds a reference to a dot-path that starts with `output`, `step` or `execution.input`. */
export const variable = (path: string): Variable => ({ var: path });

/**
 * The JSON text that an edge's or a loop's `when` takes.
 * @example
 * ```ts
 * import { op, variable, when } from '@org/approval-core';
 * import type { DefinitionEdge } from '@org/approval-core/definition';
 *
 * const large = op('gte', variable('execution.input.amount'), 10_000);
 * const edge: DefinitionEdge = { from: 'clerk', to: 'director', when: when(large) };
 * console.log(edge.when); // → {"op":"gte","args":[{"var":"execution.input.amount"},10000]}
 * ```
 */
export const when = (expression: Expression): string => JSON.stringify(expression);
