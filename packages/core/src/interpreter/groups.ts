/** Quorum groups (contract section 5): counts and verdicts. */
import type { CompiledDefinition, CompiledGroup } from '../compile/compiled.js';
import { COMMAND_COSTS } from '../expression/work.js';
import { CANCELLING_ACTORS } from './actors.js';
import { currentIteration, loopState } from './loops.js';
import { type ExecutionState, type GroupState, type StepState, isApproved, isOpen } from './state.js';
import type { Transition } from './transition.js';

export function groupOfNode(compiled: CompiledDefinition, nodeId: string): CompiledGroup | null {
  const index = Object.hasOwn(compiled.groupOf, nodeId) ? compiled.groupOf[nodeId] : undefined;
  return index === undefined ? null : (compiled.groups[index] ?? null);
}

/** Counting iteration of the group, from 1. Every rewind that touches a member begins another. */
export function iterationOf(state: ExecutionState, group: CompiledGroup): number {
  return group.loopIds.reduce((iteration, loopId) => iteration + loopState(state, loopId).iteration - 1, 1);
}

/**
 * Returns the decided state of the group, or null. A group with members in different loops stays
 * decided, so that the rewind of one loop does not start its successors again.
 */
export function decisionOf(state: ExecutionState, group: CompiledGroup): GroupState | null {
  const decided = state.groups.find((it) => it.groupId === group.groupId);
  if (decided === undefined) return null;
  return !group.uniform || decided.iteration === iterationOf(state, group) ? decided : null;
}

export interface Tally {
  /** Counted steps: those of the current iteration, in the order of creation. */
  readonly steps: readonly StepState[];
  readonly approved: readonly string[];
  readonly completedTotal: number;
  readonly verdict: 'met' | 'unreachable' | 'open';
}

/** State of a member. It approves when all its steps do, and is lost when one ended otherwise. */
interface Standing {
  readonly iteration: number;
  approved: boolean;
  lost: boolean;
  completed: boolean;
}

/**
 * Counts by member node. `cancelled` holds the steps that the same change cancels.
 * @throws TooCostly
 */
export function tallyOf(
  transition: Transition,
  group: CompiledGroup,
  cancelled: { readonly has: (stepId: string) => boolean } = new Set<string>(),
): Tally {
  const steps = transition.membersOf(group);
  transition.work.spend(COMMAND_COSTS.counted * (steps.length + group.memberNodeIds.length));
  return tallySteps(transition, group, steps, cancelled);
}

/** Same as `tallyOf`, for given steps of the group's members of every iteration. */
export function tallySteps(
  { compiled, state }: Pick<Transition, 'compiled' | 'state'>,
  group: CompiledGroup,
  steps: readonly StepState[],
  cancelled: { readonly has: (stepId: string) => boolean } = new Set<string>(),
): Tally {
  const standings = new Map<string, Standing>();
  const counted = steps.filter((step) => {
    const { nodeId } = step;
    let standing = standings.get(nodeId);
    if (standing === undefined) {
      const iteration = currentIteration(compiled, state, nodeId);
      standings.set(nodeId, (standing = { iteration, approved: true, lost: false, completed: false }));
    }
    if (step.iteration !== standing.iteration) return false;
    const isApproving = isApproved(step);
    standing.approved &&= isApproving;
    standing.lost ||= isOpen(step.status) ? cancelled.has(step.stepId) : !isApproving;
    standing.completed ||= step.status === 'completed';
    return true;
  });
  // A member with steps of other iterations only counts as one without steps.
  const present = new Set(counted.map((it) => it.nodeId));
  const members = group.memberNodeIds.flatMap((nodeId) => {
    const standing = present.has(nodeId) ? standings.get(nodeId) : undefined;
    return standing === undefined ? [] : [{ nodeId, ...standing }];
  });
  const approved = members.filter((it) => it.approved).map((it) => it.nodeId);
  const lost = new Set(members.filter((it) => it.lost).map((it) => it.nodeId));
  return {
    steps: counted,
    approved,
    completedTotal: members.filter((it) => it.completed).length,
    verdict: verdictOf(group, new Set(approved), lost),
  };
}

function verdictOf(
  group: CompiledGroup,
  approved: ReadonlySet<string>,
  lost: ReadonlySet<string>,
): Tally['verdict'] {
  if (approved.size >= group.quorum && group.requiredNodeIds.every((it) => approved.has(it))) return 'met';
  const inReach =
    group.memberNodeIds.length - lost.size >= group.quorum &&
    !group.requiredNodeIds.some((it) => lost.has(it));
  return inReach ? 'open' : 'unreachable';
}

export const GROUP_ACTOR = CANCELLING_ACTORS.group;

export const reasonOf = (outcome: GroupState['outcome']): string =>
  outcome === 'met' ? 'group-quorum-met' : 'group-quorum-unreachable';
