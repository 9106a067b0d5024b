/** A store that checks every change before it commits it. */
import { overriding } from './overriding.js';
import type { ApprovalStore } from '@org/approval-core';
import type { Change } from '@org/approval-core/store';
import { checkChange } from '@org/approval-core/interpreter';

/**
 * Wraps a store; a commit throws when a change does not match its events: their fold on the
 * previous state must equal the new state, and their seqs must be consecutive.
 */
export function checkedStore(store: ApprovalStore): ApprovalStore {
  const check = async (change: Change): Promise<void> => {
    const { workspaceId, executionId } = change.state;
    const [stored] = await store.loadExecutions([{ workspaceId, executionId }]);
    if ((stored?.seq ?? 0) !== change.expectedSeq) return; // The commit will conflict.
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
