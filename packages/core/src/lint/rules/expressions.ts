/** Rules on the conditions of edges and loops; the parser finds the faults. */
import type { Rule } from '../rule.js';

export const expressionRules: readonly Rule[] = [
  {
    codes: [
      'when-not-json',
      'when-unknown-operator',
      'when-bad-arity',
      'when-bad-operand',
      'when-unknown-root',
      'when-bad-regex',
      'when-too-large',
    ],
    reads: 'element',
    check: ({ whenFaults }) => whenFaults.map(({ code, message, path }) => ({ code, message, path })),
  },
];
