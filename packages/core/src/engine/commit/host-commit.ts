/** The host's own rows in the transaction of a change (`onCommit`). */
import { type ExternalEvent, isExternal } from '../../interpreter/event.js';
import type { Change, CommitHook } from '../../ports/store/executions.js';
import type { HostTransaction } from '../../ports/store/host-commit.js';
import type { DefinitionCache } from '../caches/definitions.js';
import { ApprovalError } from '../errors.js';
import { type ExecutionView, viewExecution } from '../shapes/executions/views.js';

/** A change of a run, before its commit. */
export interface HostChange {
  readonly executionId: string;
  readonly definitionId: string;
  /** Number of its last event, internal ones included. */
  readonly seq: number;
  /** Its external events, possibly empty. */
  readonly events: readonly ExternalEvent[];
  /** Head of the run's record after the change; null without a record. */
  readonly record: { readonly seq: number; readonly head: string } | null;
  /** The run as it will be. */
  readonly execution: ExecutionView;
}

/**
 * Writes rows of the host together with a change. A throw undoes the change; an `ApprovalError`
 * tells the caller why (FAILED_PRECONDITION `host-refused`). It has 5 s, may be called again for
 * the same change, and must not call the engine.
 */
export type OnCommit = (commit: {
  readonly workspaceId: string;
  readonly change: HostChange;
  readonly transaction: HostTransaction;
}) => Promise<void>;

/** Refusal by the host's hook, for the caller; work without a caller is retried. */
export class HostRefusal extends ApprovalError {
  constructor(cause: unknown) {
    if (cause instanceof ApprovalError) {
      super('FAILED_PRECONDITION', cause.message, { code: 'host-refused' }, cause);
    } else {
      super('INTERNAL', 'the host failed on this change; its log says why', {}, cause);
    }
  }
}

/** The statuses, of which the one at `place` differs. */
export async function hookFor(
  onCommit: OnCommit,
  definitions: DefinitionCache,
  changes: readonly Change[],
): Promise<CommitHook> {
  const made = new Map<Change, HostChange>();
  for (const change of changes) {
    const { compiled } = await definitions.ofExecution(change.state);
    const { executionId, definitionId, seq, chain } = change.state;
    const record = chain === undefined ? null : { seq: chain.seq, head: chain.head };
    const execution = viewExecution(compiled, change.state, change.state.updatedAt);
    const events = change.events.filter(isExternal);
    made.set(change, { executionId, definitionId, seq, events, record, execution });
  }
  return async (change, transaction) => {
    const host = made.get(change);
    if (host === undefined)
      throw new Error('the store has called the hook with a change that it was not given');
    await onCommit({ workspaceId: change.state.workspaceId, change: host, transaction });
  };
}
