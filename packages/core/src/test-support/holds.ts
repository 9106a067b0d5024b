/** `holds` of an expression that is evaluated once. */
import { type Scope, conditionOf, holds as holdsCondition } from '../expression/evaluate.js';
import type { Expression } from '../expression/tree.js';
import type { WorkBudget } from '../expression/work.js';

export const holds = (expression: Expression, scope: Scope, shared: WorkBudget | null = null): boolean =>
  holdsCondition(conditionOf(expression), scope, shared);
