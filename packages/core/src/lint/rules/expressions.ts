/** Rules on conditions. The parser finds the faults. */
import type { WhenFault } from '../../expression/parse.js';
import type { Rule } from '../rule.js';

const whenFaults: Rule<WhenFault['code']> = {
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
};

export const expressionRules = [whenFaults];
