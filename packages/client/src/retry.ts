/** Retries: exponential backoff with full jitter. Durations in ms. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import { ApprovalClientError } from './error.js';
import type { ClientPath } from './operations.js';
import { sleep } from '@org/approval-internal/time';

/** Options for retrying failed calls: exponential backoff with full jitter. */
export interface RetryOptions {
  /** Attempts of one call, the first included; 5 by default, 1 for no retries. */
  readonly maxAttempts?: number | undefined;
  /**
   * Longest pause after the first failure, in ms, doubled after each further one; 200 by default.
   */
  readonly baseDelayMs?: Duration | undefined;
  /** Longest pause, in ms; 30,000 by default. A call that has to wait longer fails at once. */
  readonly maxDelayMs?: Duration | undefined;
  /** Returns a number from 0 to below 1; for tests. */
  readonly random?: (() => number) | undefined;
  /** Resolves after `ms`, or rejects with the signal's reason; for tests. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** Notice before each pause. */
export interface RetryNotice {
  /** Path of the operation, or of the stream of events. */
  readonly path: ClientPath | 'events/stream';
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  /** Pause before the next attempt. */
  readonly delayMs: number;
  /** Error of the attempt. */
  readonly error: ApprovalClientError;
}

export type RetryPolicy = {
  readonly [K in keyof RetryOptions]-?: K extends `${string}Ms` ? number : NonNullable<RetryOptions[K]>;
};

/** Applies defaults, also to properties that are undefined. */
export function retryPolicy(options: RetryOptions = {}): RetryPolicy {
  const { maxAttempts = 5, baseDelayMs = 200, maxDelayMs = 30_000, random = Math.random } = options;
  const delays = { baseDelayMs: msOf(baseDelayMs), maxDelayMs: msOf(maxDelayMs) };
  return { maxAttempts, ...delays, random, sleep: options.sleep ?? sleep };
}

export interface Retries {
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal | undefined;
  /** True to try again after this failure, the `failures`-th. */
  readonly isWorthwhile: (error: ApprovalClientError, failures: number) => boolean;
  readonly onRetry: (notice: Omit<RetryNotice, 'path'>) => void;
}

/** True when the same request may succeed later. */
export const isPassing = ({ status }: ApprovalClientError): boolean =>
  status === 'UNAVAILABLE' || status === 'RESOURCE_EXHAUSTED';

/** Returns the result of the first attempt that succeeds, or throws the error of the last one. */
export async function withRetries<T>(attempt: () => Promise<T>, retries: Retries): Promise<T> {
  const { policy, signal, isWorthwhile, onRetry } = retries;
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApprovalClientError) || !isWorthwhile(error, failures)) throw error;
      const delayMs = delayAfter(error, failures, policy);
      onRetry({ attempt: failures, delayMs, error });
      await policy.sleep(delayMs, signal);
    }
  }
}

/**
 * Returns the delay that the server asked for, or jitter, so that failed clients do not return
 * together.
 */
export function delayAfter(
  { retryAfterMs }: ApprovalClientError,
  failures: number,
  policy: RetryPolicy,
): number {
  const { baseDelayMs, maxDelayMs, random } = policy;
  // 2 ** 30 suffices for any pause; Infinity would turn 0 ms into NaN.
  const backoffMs = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(failures - 1, 30));
  return Math.min(maxDelayMs, (retryAfterMs ?? 0) + Math.floor(random() * backoffMs));
}
