/** Types that every provider shares: answers of its operations, and how they are reached. */
import type { Duration } from '@org/approval-internal/duration';

/** Answer of an operation. A function succeeds with `success: true` and `statusCode: 200`. */
export interface ResolverResponse<Data = unknown> {
  /** True when the operation was done. */
  readonly success: boolean;
  /** 200 when it was done, as in HTTP. */
  readonly statusCode: number;
  /** Data that was read; for get a map of annotationId to content. */
  readonly data?: Data;
  /** Text for people. */
  readonly message?: string;
  /** Time when it was done, in ms since the epoch. */
  readonly timestamp?: number;
  /** Revisions of the threads by annotationId, for get. */
  readonly revisions?: Readonly<Record<string, number>>;
  /**
   * Deletions, for a get with tombstones: `true` for a thread that was deleted, otherwise the ids
   * of its deleted comments.
   */
  readonly deleted?: Readonly<Record<string, true | readonly number[]>>;
  /** Start of the next page, for get; absent on the last page. */
  readonly next?: string;
}

type Headers = Readonly<Record<string, string>>;

/** An endpoint of the customer's backend. */
export interface EndpointConfig {
  /** URL that requests are posted to. */
  readonly url: string;
  /**
   * A function is called anew for every attempt, so that a token that expired is not sent again.
   */
  readonly headers?: Headers | (() => Headers | Promise<Headers>);
  /** Given to fetch. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
}

/** Number of further attempts of an operation, and the delay between them. */
export interface RetryConfig {
  /** Further attempts after the first; 0 by default. */
  readonly retryCount?: number;
  /** ms between attempts; 0 by default. */
  readonly retryDelay?: Duration;
  /**
   * Save and delete: whether a change that failed disappears from the view again; true by default.
   */
  readonly revertOnFailure?: boolean;
}

/**
 * Endpoints for the operations that are not functions, and settings for calls of all operations.
 */
export interface ResolverConfig {
  /** Endpoint that reads. */
  readonly getConfig?: EndpointConfig;
  /** Endpoint that writes. */
  readonly saveConfig?: EndpointConfig;
  /** Endpoint that deletes. */
  readonly deleteConfig?: EndpointConfig;
  /** ms for one attempt, headers and body included; 60,000 by default. */
  readonly resolveTimeout?: Duration;
  /** Retries of reads. */
  readonly getRetryConfig?: RetryConfig;
  /** Retries of writes. */
  readonly saveRetryConfig?: RetryConfig;
  /** Retries of deletions. */
  readonly deleteRetryConfig?: RetryConfig;
  /** Custom fields that are copied to the customer. */
  readonly additionalFields?: readonly string[];
  /** Custom fields that are moved to the customer. */
  readonly fieldsToRemove?: readonly string[];
  /**
   * Names of `updateCommentAnnotation` events beside the five of the contract, as the client's
   * `additionalEvents`.
   */
  readonly additionalSaveEvents?: readonly string[];
}
