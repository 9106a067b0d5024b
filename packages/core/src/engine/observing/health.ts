/** Health of an engine and its store (contract section 18). */
import type { FeedHealth, StoreHealth } from '../../ports/store/health.js';

/** Health of a store and its queues in a workspace. null: unreadable. Counts stop at 10,000. */
export interface Health {
  /** True if the store answered within 2 s and is migrated, regardless of the queues. */
  readonly ok: boolean;
  /** The store itself. */
  readonly store: {
    /** True if it answered in time. */
    readonly reachable: boolean;
    /** True if it has this release's schema; false also while it does not answer. */
    readonly migrated: boolean;
    /** Lead of its clock over this process's in ms; null while it does not answer. */
    readonly clockSkewMs: number | null;
  };
  /** Work with a due time: calls of agents, deadlines, deliveries. */
  readonly jobs: {
    /** Due, and claimed by no process. */
    readonly due: number | null;
    /** Overdue time of the first job in ms; null: no job. */
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
    /** Age of the oldest pending event in ms; null: no event. */
    readonly oldestMs: number | null;
  };
  /** First 100 subscriptions by name, with the number of workspace events behind each. */
  readonly feeds: readonly FeedHealth[];
}

/** Result of a store check; null: no answer in time. */
export type Look = { readonly health: StoreHealth; readonly skewMs: number } | null;

export const isOk = (look: Look): boolean => look?.health.migrated === true;

/** Returns the health of a store check, with the number of jobs running in this process. */
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
