/** Groups of a completed execution whose quorum counts in place of their members' decisions. */
import type { CompiledDefinition, CompiledGroup } from '../../compile/compiled.js';
import { isEnd } from '../../nodes/schema.js';
import { CANCELLING_ACTORS } from '../actors.js';
import { decisionOf, tallySteps } from '../groups.js';
import type { ExecutionState, StepState } from '../state.js';
import { nodeOf } from '../transition.js';

/** `open`: the quorum was out of reach. */
export type GroupStanding = 'met' | 'open';

/** Returns the standings by groupId, without groups that did not start or that an end stopped. */
export function standingsOf(
  compiled: CompiledDefinition,
  state: ExecutionState,
): ReadonlyMap<string, GroupStanding> {
  const groups = compiled.groups.filter((it) => it.policy !== 'waitAll' || it.leads !== undefined);
  return new Map(
    groups.flatMap((group): [string, GroupStanding][] => {
      const standing = standingOf(compiled, state, group);
      return standing === null ? [] : [[group.groupId, standing]];
    }),
  );
}

function standingOf(
  compiled: CompiledDefinition,
  state: ExecutionState,
  group: CompiledGroup,
): GroupStanding | null {
  const decided = decisionOf(state, group);
  if (decided !== null) return decided.outcome === 'met' ? 'met' : 'open';
  // Before it is collected, a `waitAll` group says nothing about its members' decisions.
  if (group.policy === 'waitAll') return null;
  const members = new Set(group.memberNodeIds);
  const steps = state.steps.filter((it) => members.has(it.nodeId));
  if (tallySteps({ compiled, state }, group, steps).steps.length === 0) return null;
  const rest = steps.filter((it) => it.cancelledBy !== CANCELLING_ACTORS.end);
  if (tallySteps({ compiled, state }, group, rest).verdict === 'unreachable') return 'open';
  // Without an end, an undecided group is out of reach when no step is open.
  return state.steps.some((it) => isTerminatingEnd(compiled, it)) ? null : 'open';
}

function isTerminatingEnd(compiled: CompiledDefinition, step: StepState): boolean {
  const node = nodeOf(compiled, step.nodeId);
  return isEnd(node) && node.terminate && step.status === 'completed';
}
