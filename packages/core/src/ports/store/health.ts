/** What a store tells of itself and of what is queued in it, for probes and dashboards. */

/** Counts go no further: a queue that long is long, and nobody waits for the rest to be counted. */
export const HEALTH_COUNT = 10_000;
/** Subscriptions that are told of. */
export const HEALTH_FEEDS = 100;

/** What is asked of a store. */
export interface StoreHealthRequest {
  /** Whose queues are counted; null: none, and the store says only that it answers. */
  readonly workspaceId: string | null;
  /** The caller's time, for a store that has none of its own (as of claims). */
  readonly now: number;
}

/** How many wait in a workspace, each up to 10,000. Times in ms since the epoch. */
export interface StoreQueues {
  /**
   * Jobs that are due and under no live lease. A store may look for them among the 10,000 of each kind that are due the
   * longest, of all workspaces, and among the executions of the 10,000 oldest pending deliveries.
   */
  readonly due: number;
  /** When the first of them fell due; null: there is none. */
  readonly oldestDueAt: number | null;
  /** Deliveries that are still to be made. */
  readonly pending: number;
  /** When the event of the oldest of them happened; null: there is none. */
  readonly oldestPendingAt: number | null;
  /** Deliveries that were given up. */
  readonly dead: number;
  /** The first 100 subscriptions by name: how many events of the workspace are behind the place of each. */
  readonly feeds: readonly { readonly name: string; readonly lag: number }[];
}

/** What a store answers. */
export interface StoreHealth {
  /** The time that it judges due times by, in ms since the epoch. */
  readonly now: number;
  /** Whether it has everything that this release works on. */
  readonly migrated: boolean;
  /** null: nobody asked, or it is not migrated. */
  readonly queues: StoreQueues | null;
}

/** Where the health of a store is asked for. */
export interface HealthStore {
  /**
   * Answers as soon as it can, and rejects when it cannot. MUST be cheap whatever it holds, and change nothing: every count is
   * bounded.
   */
  health(request: StoreHealthRequest): Promise<StoreHealth>;
}
