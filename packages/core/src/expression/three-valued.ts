/** The operators of contract section 3 with a third truth value. */
import { OPERATORS, type Operator, type OperatorName } from './operators.js';

/** The third truth value. */
export const UNKNOWN = Symbol('unknown');

const lifted =
  (apply: Operator['apply']): Operator['apply'] =>
  (work, ...values) =>
    values.includes(UNKNOWN) ? UNKNOWN : apply(work, ...values);

/** An unknown operand makes the result unknown, unless `and` or `or` is decided without it. */
export const THREE_VALUED: Readonly<Record<OperatorName, Operator['apply']>> = /* @__PURE__ */ (() => ({
  ...(Object.fromEntries(
    Object.entries<Operator>(OPERATORS).map(([name, { apply }]) => [name, lifted(apply)]),
  ) as Record<OperatorName, Operator['apply']>),
  and(_, ...values) {
    if (values.some((it) => it !== true && it !== UNKNOWN)) return false;
    return values.includes(UNKNOWN) ? UNKNOWN : true;
  },
  or(_, ...values) {
    if (values.includes(true)) return true;
    return values.includes(UNKNOWN) ? UNKNOWN : false;
  },
}))();
