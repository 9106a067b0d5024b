/** States that an earlier version stored, read as this version writes them. */
import type { ExecutionState, GroupState } from './state.js';

/** What a group's iteration was called before. */
interface StoredGroup extends Omit<GroupState, 'iteration'> {
  readonly iteration?: number;
  readonly round?: number;
}

/** Stores call it on what they parse; a state of this version comes back as it is. */
export function upgradeState<S extends Pick<ExecutionState, 'groups'>>(state: S): S {
  const stored: readonly StoredGroup[] = state.groups;
  if (stored.every((it) => it.iteration !== undefined)) return state;
  const groups = stored.map(({ groupId, iteration, round, outcome }): GroupState => ({
    groupId,
    iteration: iteration ?? round ?? 1,
    outcome,
  }));
  return { ...state, groups };
}
