/** A store that checks every change before it commits it. */
import { overriding } from './overriding.js';
import {
  type ApprovalStore,
  type Change,
  type ExecutionState,
  canonicalJson,
  evolve,
  initialState,
} from '@org/approval-core';

const textOf = (state: ExecutionState): string => canonicalJson(JSON.parse(JSON.stringify(state)) as never);

/**
 * The same store; a commit throws when a change is not what its events say: their fold on the state before is the
 * state after, their seqs follow, and the changed and ended steps are those that differ.
 */
export function checkedStore(store: ApprovalStore): ApprovalStore {
  const check = async (change: Change): Promise<void> => {
    const { workspaceId, executionId } = change.state;
    const [stored] = await store.loadExecutions([{ workspaceId, executionId }]);
    const before = stored ?? initialState(change.state);
    if (before.seq !== change.expectedSeq) return; // It will conflict.
    const folded = change.events.reduce(evolve, before);
    if (textOf(folded) !== textOf(change.state)) {
      throw new Error(`the fold of the events is ${textOf(folded)}, the state ${textOf(change.state)}`);
    }
    const seqs = change.events.map((event) => event.seq - change.expectedSeq);
    if (seqs.length === 0 || seqs.some((seq, index) => seq !== index + 1)) {
      throw new Error(`events do not follow seq ${change.expectedSeq}: ${seqs.join()}`);
    }
  };
  return overriding(store, {
    commit: async (changes) => {
      for (const change of changes) await check(change);
      return store.commit(changes);
    },
  });
}
