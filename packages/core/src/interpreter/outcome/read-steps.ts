/** Contribution of each step to the outcome of its execution. */
import type { CompiledDefinition } from '../../compile/compiled.js';
import { kindOf } from '../../nodes/run.js';
import { isEnd } from '../../nodes/schema.js';
import { decisionOf, groupOfNode } from '../groups.js';
import { currentIteration } from '../loops.js';
import { type ExecutionState, type StepState, isApproved, isOpen, isRejected } from '../state.js';
import { groupOrigin, originOf } from '../step-id.js';
import { nodeOf } from '../transition.js';
import { Ancestry } from './ancestry.js';

/** Steps of an execution, as its outcome counts them. */
export interface StepReading {
  /** Outcomes of ends and decisions that nothing below replaces, by stepId. */
  readonly results: ReadonlyMap<string, string>;
  /**
   * Steps that ended without the decision that they were for, with nothing below that replaces it.
   */
  readonly openStepIds: ReadonlySet<string>;
  /** Groups with a decision or an end below a member. */
  readonly settledGroupIds: ReadonlySet<string>;
}

/** Reads the steps from the last to the first: a step is created after those that it lies below. */
export function readSteps(compiled: CompiledDefinition, state: ExecutionState): StepReading {
  const ancestry = new Ancestry(compiled, state);
  /** Origins with a decision or an end below, and with a step that was to decide or end. */
  const settled = new Set<string>();
  const asked = new Set<string>();
  const results = new Map<string, string>();
  const openStepIds = new Set<string>();
  const settledGroupIds = new Set<string>();
  for (const step of state.steps.toReversed()) {
    const part = partOf(compiled, state, step);
    const below = ancestry.originsBelow(step);
    const isSettled = below.some((it) => settled.has(it));
    const isAsked = below.some((it) => asked.has(it));
    if (part.outcome !== null && (part.isEnd || !isSettled)) results.set(step.stepId, part.outcome);
    // A loop that took a rejection and then did not ask again leaves it without a decision.
    const isLeft = ancestry.isTakenAgain(step) && !isAsked;
    if ((part.isOpen && !isSettled) || isLeft) openStepIds.add(step.stepId);
    const group = groupOfNode(compiled, step.nodeId);
    if (isSettled && group !== null && part.isCurrent) settledGroupIds.add(group.groupId);
    const origin = originOf(step.stepId);
    if (origin === null) continue;
    if (isSettled || part.outcome !== null) settled.add(origin);
    if (isAsked || part.isAsking) asked.add(origin);
  }
  for (const group of compiled.groups) {
    const decided = decisionOf(state, group);
    if (decided !== null && settled.has(groupOrigin(group.groupId, decided.iteration)))
      settledGroupIds.add(group.groupId);
  }
  return { results, openStepIds, settledGroupIds };
}

interface Part {
  /** Outcome of a completed end, or of a decision of the current iteration. */
  readonly outcome: string | null;
  readonly isEnd: boolean;
  /** True for a step of the current iteration that ended without its decision. */
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  /** True for a step that is to decide or to end. */
  readonly isAsking: boolean;
}

function partOf(compiled: CompiledDefinition, state: ExecutionState, step: StepState): Part {
  const node = nodeOf(compiled, step.nodeId);
  const isCurrent = step.iteration === currentIteration(compiled, state, step.nodeId);
  if (isEnd(node)) {
    const outcome = step.status === 'completed' ? node.outcome : null;
    return { outcome, isEnd: true, isOpen: false, isCurrent, isAsking: true };
  }
  if (!kindOf(node).decides(node)) {
    return { outcome: null, isEnd: false, isOpen: false, isCurrent, isAsking: false };
  }
  const decision = isApproved(step) ? 'approved' : isRejected(step) ? 'rejected' : null;
  const outcome = isCurrent ? decision : null;
  const isUndecided = decision === null && step.cancelledBy === undefined && !isOpen(step.status);
  return { outcome, isEnd: false, isOpen: isCurrent && isUndecided, isCurrent, isAsking: true };
}
