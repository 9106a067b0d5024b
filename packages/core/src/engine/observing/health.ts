/** How an engine and its store are (contract section 18). */
import type { StoreHealth } from '../../ports/store/health.js';

/** How a store is, and what waits in it for a workspace. What could not be read is null. Counts go to 10,000. */
export interface Health {
  /** Whether the store answered within 2 s and is migrated, whatever is queued. */
  readonly ok: boolean;
  /** The store itself. */
  readonly store: {
    /** Whether it answered in time. */
    readonly reachable: boolean;
    /** Whether its schema is the one that this release works on; false as well while it does not answer. */
    readonly migrated: boolean;
    /** ms that its clock is ahead of this process's; null while it does not answer. */
    readonly clockSkewMs: number | null;
  };
  /** Work with a due time: calls of agents, deadlines, deliveries. */
  readonly jobs: {
    /** Due, and claimed by no process. */
    readonly due: number | null;
    /** For how many ms the first of them has been due; null: there is none. */
    readonly oldestDueMs: number | null;
    /** Being done in this process, for whichever workspace. */
    readonly running: number;
  };
  /** Webhooks. */
  readonly deliveries: {
    /** Still to be made. */
    readonly pending: number | null;
    /** Given up; `webhooks.redeliver` makes them pending again. */
    readonly dead: number | null;
    /** ms since the event of the oldest pending one; null: there is none. */
    readonly oldestMs: number | null;
  };
  /** The first 100 subscriptions by name, and how many events of the workspace are behind the place of each. */
  readonly feeds: readonly { readonly name: string; readonly lag: number }[];
}

/** What a look at the store has found; null: it did not answer in time. */
export type Look = { readonly health: StoreHealth; readonly skewMs: number } | null;

export const isOk = (look: Look): boolean => look?.health.migrated === true;

/** The answer that a look is, while so many jobs run in this process. */
export function healthOf(look: Look, running: number): Health {
  const now = look?.health.now ?? 0;
  const queues = look?.health.queues ?? null;
  const since = (at: number | null | undefined) => (at == null ? null : Math.max(0, now - at));
  return {
    ok: isOk(look),
    store: {
      reachable: look !== null,
      migrated: isOk(look),
      clockSkewMs: look?.skewMs ?? null,
    },
    jobs: { due: queues?.due ?? null, oldestDueMs: since(queues?.oldestDueAt), running },
    deliveries: {
      pending: queues?.pending ?? null,
      dead: queues?.dead ?? null,
      oldestMs: since(queues?.oldestPendingAt),
    },
    feeds: queues?.feeds ?? [],
  };
}
