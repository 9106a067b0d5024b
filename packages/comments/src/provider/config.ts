/** What is the same for every provider: what its operations answer, and how they are reached. */
import type { Duration } from '@org/approval-internal/duration';

/** What an operation answers. A function succeeds with `success: true` and `statusCode: 200`. */
export interface ResolverResponse<Data = unknown> {
  /** Whether the operation was done. */
  readonly success: boolean;
  /** 200 when it was done, as in HTTP. */
  readonly statusCode: number;
  /** What was read; for get a map of annotationId to content. */
  readonly data?: Data;
  /** Text for people. */
  readonly message?: string;
  /** When it was done, in ms since the epoch. */
  readonly timestamp?: number;
  /** Of a get: revisions of the threads, by annotationId. */
  readonly revisions?: Readonly<Record<string, number>>;
  /**
   * Of a get with tombstones: `true` for a thread that was deleted, otherwise the ids of its
   * deleted comments.
   */
  readonly deleted?: Readonly<Record<string, true | readonly number[]>>;
  /** Of a get: there is another page. */
  readonly next?: string;
}

type Headers = Readonly<Record<string, string>>;

/** An endpoint of the customer's backend. */
export interface EndpointConfig {
  /** Where requests are posted to. */
  readonly url: string;
  /**
   * A function is called anew for every attempt, so that a token that expired is not sent again.
   */
  readonly headers?: Headers | (() => Headers | Promise<Headers>);
  /** Given to fetch. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
}

/** How often an operation is tried again, and how long it waits. */
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

/** Endpoints for the operations that are no functions, and how all of them are called. */
export interface ResolverConfig {
  /** Endpoint that reads. */
  readonly getConfig?: EndpointConfig;
  /** Endpoint that writes. */
  readonly saveConfig?: EndpointConfig;
  /** Endpoint that deletes. */
  readonly deleteConfig?: EndpointConfig;
  /** ms for one attempt, headers and body included; 60,000 by default. */
  readonly resolveTimeout?: Duration;
  /** How reads are repeated. */
  readonly getRetryConfig?: RetryConfig;
  /** How writes are repeated. */
  readonly saveRetryConfig?: RetryConfig;
  /** How deletions are repeated. */
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
