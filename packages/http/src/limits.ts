/** Spends budgets: beyond a limit, the answer is RESOURCE_EXHAUSTED with `Retry-After`. */
import { ApprovalError } from '@org/approval-core';
import type { HttpRequest } from '@org/approval-internal/http';
import { HttpError } from './answer.js';
import { networkOf } from './network.js';
import type { OperationClass, RateLimiter } from './rate-limit.js';

export interface Limits {
  readonly spend: (workspaceId: string, operationClass: OperationClass) => Promise<void>;
  /**
   * Identifies the caller. A failed attempt costs its address; after the limit, failures are
   * answered alike and later.
   */
  readonly identify: <T>(request: HttpRequest, authenticate: () => Promise<T>) => Promise<T>;
  /** Charges an address for a failed attempt. */
  readonly failed: (request: HttpRequest) => Promise<void>;
  /**
   * Refuses an address whose failed attempts are used up, even with the right secret, so that
   * secrets cannot be guessed. Without an address it refuses none, because failures of strangers
   * would keep all others out.
   */
  readonly refuseSpent: (request: HttpRequest) => Promise<void>;
}

export function limitsOf(rateLimiter: RateLimiter | false): Limits {
  async function refuseIf(wait: Promise<number | null>): Promise<void> {
    let waitMs: number | null;
    try {
      waitMs = await wait;
    } catch (error) {
      throw new ApprovalError('UNAVAILABLE', 'the limits could not be looked up; try again', {}, error);
    }
    if (waitMs === null) return;
    const seconds = Math.ceil(waitMs / 1_000);
    throw new HttpError('RESOURCE_EXHAUSTED', `too many calls; try again in ${seconds} s`, {
      headers: { 'retry-after': String(seconds) },
    });
  }

  async function spend(key: string, operationClass: OperationClass | 'failed-attempt'): Promise<void> {
    if (rateLimiter !== false) await refuseIf(rateLimiter.take(key, operationClass));
  }

  async function refuseSpent(request: HttpRequest): Promise<void> {
    if (rateLimiter === false || rateLimiter.look === undefined) return;
    if (request.remoteAddress === null) return;
    await refuseIf(rateLimiter.look(addressOf(request), 'failed-attempt'));
  }

  async function identify<T>(request: HttpRequest, authenticate: () => Promise<T>): Promise<T> {
    try {
      return await authenticate();
    } catch (error) {
      const isRefusal = error instanceof ApprovalError && error.status === 'UNAUTHENTICATED';
      if (isRefusal) await spend(addressOf(request), 'failed-attempt');
      throw error;
    }
  }

  const failed = (request: HttpRequest) => spend(addressOf(request), 'failed-attempt');
  return { spend, identify, failed, refuseSpent };
}

const addressOf = ({ remoteAddress }: HttpRequest): string =>
  remoteAddress === null ? 'unknown' : networkOf(remoteAddress);
