/** Conditions of edges and loops, evaluated on ended steps. */
import { ConditionFault } from '../expression/condition-fault.js';
import { type Condition, type Scope, conditionOf, holds } from '../expression/evaluate.js';
import type { Expression } from '../expression/tree.js';
import type { WorkBudget } from '../expression/work.js';
import { ExecutionFault, conditionFailure } from './failure.js';
import type { StepState } from './state.js';

/** An edge or a loop. */
interface Part {
  readonly when: Expression | null;
}

/** Condition of an edge or a loop; null without one. */
export const conditionOfPart = ({ when }: Part): Condition | null =>
  when === null ? null : conditionOf(when);

/** The same in a strict definition. */
export const strictConditionOf = ({ when }: Part): Condition | null =>
  when === null ? null : conditionOf(when, true);

/**
 * @throws TooCostly; and ExecutionFault, which names the part, for a strict condition that is
 * faulty.
 */
export function conditionHolds(
  condition: Condition,
  of: string,
  { scope, step, work }: { readonly scope: Scope; readonly step: StepState; readonly work: WorkBudget },
): boolean {
  try {
    return holds(condition, scope, work);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new ExecutionFault(conditionFailure(error, `${of} of node "${step.nodeId}"`, step));
  }
}
