/** Health of a store and its queues, for probes and dashboards. */

import type { StoredSubscription } from './subscriptions.js';

/** Limit of counts: a longer queue is simply long, and counting the rest would take time. */
export const HEALTH_COUNT = 10_000;
/** Limit of reported subscriptions. */
export const HEALTH_FEEDS = 100;

/** Request for the health of a store. */
export interface StoreHealthRequest {
  /** Workspace of the counted queues; null: only check that the store answers. */
  readonly workspaceId: string | null;
  /** The caller's time, for a store without a clock (as for claims). */
  readonly now: number;
}

/** Queue lengths of a workspace, each up to 10,000. Times in ms since the epoch. */
export interface StoreQueues {
  /**
   * Due jobs without a live lease. A store may look only at the 10,000 longest due of each kind,
   * over all workspaces, and at the executions of the 10,000 oldest pending deliveries.
   */
  readonly due: number;
  /** Due time of the first; null: none. */
  readonly oldestDueAt: number | null;
  /** Deliveries that are still to be made. */
  readonly pending: number;
  /** Event time of the oldest; null: none. */
  readonly oldestPendingAt: number | null;
  /** Deliveries that were given up. */
  readonly dead: number;
  /** First 100 subscriptions by name. */
  readonly feeds: readonly FeedHealth[];
}

/** Health of a subscription. */
export interface FeedHealth {
  /** Name of the subscription. */
  readonly name: string;
  /** Number of workspace events behind it, up to 10,000. */
  readonly lag: number;
  /** Consecutive throws of its handler; absent after a success. */
  readonly attempts?: number;
  /** Error of the last throw; absent after a success. */
  readonly lastError?: string;
}

/** Health of a stored subscription with this lag. */
export const feedHealth = (
  { name, attempts, lastError }: Pick<StoredSubscription, 'name' | 'attempts' | 'lastError'>,
  lag: number,
): FeedHealth => ({
  name,
  lag: Math.min(HEALTH_COUNT, Math.max(0, lag)),
  ...(attempts > 0 && { attempts, ...(lastError !== null && { lastError }) }),
});

/** Health of a store. */
export interface StoreHealth {
  /** The time that it judges due times by, in ms since the epoch. */
  readonly now: number;
  /** True if it has everything that this release needs. */
  readonly migrated: boolean;
  /** null: not requested, or not migrated. */
  readonly queues: StoreQueues | null;
}

/** Health check of a store. */
export interface HealthStore {
  /**
   * Answers as soon as it can, and rejects when it cannot. MUST be cheap at any size, and change
   * nothing: every count is bounded.
   */
  health(request: StoreHealthRequest): Promise<StoreHealth>;
}
