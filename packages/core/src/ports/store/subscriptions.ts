/** Subscriptions to the feed: where each of them is, and which process runs it. */

/** Key of a subscription. */
export interface SubscriptionKey {
  readonly workspaceId: string;
  /** Name of the subscription. */
  readonly name: string;
}

/** A stored subscription. Times in ms since the epoch. */
export interface StoredSubscription extends SubscriptionKey {
  /** Raised by one with each write; 1 when it is new. */
  readonly rev: number;
  /** Its handler has returned for everything up to here. */
  readonly position: number;
  /** Consecutive throws of the handler for the next events. */
  readonly attempts: number;
  /** Last error; null after a success. */
  readonly lastError: string | null;
  /** Time of the retry; null: at once. */
  readonly retryAt: number | null;
  /** Proof of the lease; null: none. */
  readonly token: string | null;
  /** End of the lease. */
  readonly leaseUntil: number;
}

/** Storage of subscriptions. */
export interface SubscriptionStore {
  /** Returns the subscription of this name, or null. */
  loadSubscription(key: SubscriptionKey): Promise<StoredSubscription | null>;

  /**
   * Writes `next` if the stored rev is the previous one (`next.rev - 1`; for 1: if none is stored).
   * Resolves to false if not, without a write. Of several racing callers one succeeds.
   */
  saveSubscription(next: StoredSubscription): Promise<boolean>;

  /** Resolves to false if it does not exist. */
  deleteSubscription(key: SubscriptionKey): Promise<boolean>;

  /** Up to `limit` of a workspace, by name. */
  listSubscriptions(query: {
    readonly workspaceId: string;
    readonly limit: number;
  }): Promise<StoredSubscription[]>;
}
