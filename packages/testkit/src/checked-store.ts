/** A store that checks every change before it commits it. */
import { overriding } from './overriding.js';
import type { ApprovalStore } from '@org/approval-core';
import type { Change } from '@org/approval-core/store';
import { checkChange } from '@org/approval-core/interpreter';

/**
 * The same store; a commit throws when a change is not what its events say: their fold on the state before is the
 * state after, and their seqs follow.
 */
export function checkedStore(store: ApprovalStore): ApprovalStore {
  const check = async (change: Change): Promise<void> => {
    const { workspaceId, executionId } = change.state;
    const [stored] = await store.loadExecutions([{ workspaceId, executionId }]);
    if ((stored?.seq ?? 0) !== change.expectedSeq) return; // It will conflict.
    const findings = checkChange(stored ?? null, change);
    if (findings.length > 0) throw new Error(findings.map((it) => it.message).join('; '));
  };
  return overriding(store, {
    commit: async (changes) => {
      for (const change of changes) await check(change);
      return store.commit(changes);
    },
  });
}
