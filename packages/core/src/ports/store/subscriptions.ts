/** Subscriptions to the feed: where each of them is, and which process runs it. */

/** Which subscription. */
export interface SubscriptionKey {
  readonly workspaceId: string;
  /** What it was subscribed as. */
  readonly name: string;
}

/** A subscription as a store keeps it. Times in ms since the epoch. */
export interface StoredSubscription extends SubscriptionKey {
  /** Raised by one with each write; 1 when it is new. */
  readonly rev: number;
  /** Its handler has returned for everything up to here. */
  readonly position: number;
  /** How often in a row the handler has thrown for what comes next. */
  readonly attempts: number;
  /** What it threw last; null after it returned. */
  readonly lastError: string | null;
  /** When it is tried again; null: at once. */
  readonly retryAt: number | null;
  /** Proof of the lease; null: nobody holds it. */
  readonly token: string | null;
  /** When the lease ends. */
  readonly leaseUntil: number;
}

/** Where subscriptions are kept. */
export interface SubscriptionStore {
  /** null: there is none of this name. */
  loadSubscription(key: SubscriptionKey): Promise<StoredSubscription | null>;

  /**
   * Writes `next` if the stored one has the rev before (`next.rev - 1`; for 1: if there is none). false: it has not, and
   * nothing is written. Of several racing callers one succeeds.
   */
  saveSubscription(next: StoredSubscription): Promise<boolean>;

  /** false: there was none. */
  deleteSubscription(key: SubscriptionKey): Promise<boolean>;

  /** Up to `limit` of a workspace, by name. */
  listSubscriptions(query: {
    readonly workspaceId: string;
    readonly limit: number;
  }): Promise<StoredSubscription[]>;
}
