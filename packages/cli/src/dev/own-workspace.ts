/**
 * A store for `approval dev`, which passes every agent: work of other workspaces is given back.
 * A database of production would otherwise have its agents passed.
 */
import type { ApprovalStore } from '@org/approval-core';
import type { ClaimRequest, ClaimResult } from '@org/approval-core/store';

/**
 * @param onForeign called with the workspace of work that is not its own, once that is given back.
 */
export function onlyWorkspace(
  store: ApprovalStore,
  own: string,
  onForeign: (workspaceId: string) => void,
): ApprovalStore {
  const claimJobs = async (request: ClaimRequest): Promise<ClaimResult> => {
    const { claimed, nextDueAt } = await store.claimJobs(request);
    const foreign = claimed.filter(({ job }) => job.workspaceId !== own);
    if (foreign.length === 0) return { claimed, nextDueAt };
    await store.releaseJobs(foreign);
    onForeign(foreign[0]?.job.workspaceId ?? '');
    return { claimed: claimed.filter((it) => !foreign.includes(it)), nextDueAt };
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === 'claimJobs') return claimJobs;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
