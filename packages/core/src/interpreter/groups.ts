/** Quorum groups (contract section 5): counting, and what the count comes to. */
import type { CompiledDefinition, CompiledGroup } from '../compile/compiled.js';
import { currentIteration, loopState } from './loops.js';
import { type ExecutionState, type GroupState, type StepState, isApproved, isOpen } from './state.js';

export function groupOfNode(compiled: CompiledDefinition, nodeId: string): CompiledGroup | null {
  const index = Object.hasOwn(compiled.groupOf, nodeId) ? compiled.groupOf[nodeId] : undefined;
  return index === undefined ? null : (compiled.groups[index] ?? null);
}

/**
 * The iteration of counting, from 1: the iteration of the loop around the group. Every rewind that touches a
 * member begins another.
 */
export function iterationOf(state: ExecutionState, group: CompiledGroup): number {
  return group.loopIds.reduce((iteration, loopId) => iteration + loopState(state, loopId).iteration - 1, 1);
}

/**
 * How the group is decided, or null. A group whose members are in different loops stays decided for good:
 * what it started outside must not be started again because one member's loop is rewound.
 */
export function decisionOf(state: ExecutionState, group: CompiledGroup): GroupState | null {
  const decided = state.groups.find((it) => it.groupId === group.groupId);
  if (decided === undefined) return null;
  return !group.uniform || decided.iteration === iterationOf(state, group) ? decided : null;
}

export interface Tally {
  /** Steps of the members that count: those of the current iteration, in the order of creation. */
  readonly steps: readonly StepState[];
  readonly approved: readonly string[];
  readonly completedTotal: number;
  readonly verdict: 'met' | 'unreachable' | 'open';
}

/** Counts by member node; `cancelled` are steps that the same change is about to cancel. */
export function tallyOf(
  compiled: CompiledDefinition,
  state: ExecutionState,
  group: CompiledGroup,
  cancelled: ReadonlySet<string> = new Set(),
): Tally {
  const counted = state.steps.filter(
    (it) =>
      group.memberNodeIds.includes(it.nodeId) &&
      it.iteration === currentIteration(compiled, state, it.nodeId),
  );
  const members = group.memberNodeIds.map((nodeId) => {
    const steps = counted.filter((it) => it.nodeId === nodeId);
    return { nodeId, steps, ...standing(steps, cancelled) };
  });
  const approved = members.filter((it) => it.approved).map((it) => it.nodeId);
  const lost = new Set(members.filter((it) => it.lost).map((it) => it.nodeId));
  return {
    steps: counted,
    approved,
    completedTotal: members.filter((it) => it.steps.some((step) => step.status === 'completed')).length,
    verdict: verdictOf(group, approved, lost),
  };
}

/** A member approves when all its steps did; it can still approve while none ended in another way. */
function standing(steps: readonly StepState[], cancelled: ReadonlySet<string>) {
  return {
    approved: steps.length > 0 && steps.every(isApproved),
    lost: steps.some((it) => (isOpen(it.status) ? cancelled.has(it.stepId) : !isApproved(it))),
  };
}

function verdictOf(
  group: CompiledGroup,
  approved: readonly string[],
  lost: ReadonlySet<string>,
): Tally['verdict'] {
  if (approved.length >= group.quorum && group.requiredNodeIds.every((it) => approved.includes(it)))
    return 'met';
  const inReach =
    group.memberNodeIds.length - lost.size >= group.quorum &&
    !group.requiredNodeIds.some((it) => lost.has(it));
  return inReach ? 'open' : 'unreachable';
}

export const GROUP_ACTOR = 'system:group-quorum';

export const reasonOf = (outcome: GroupState['outcome']): string =>
  outcome === 'met' ? 'group-quorum-met' : 'group-quorum-unreachable';
