/** Limits per workspace and class of operation: a port, and a default in memory. */
import { BUDGETS, type Budget } from '@org/approval-core/views';
import {
  type Check,
  type Checks,
  checkOptions,
  must,
  optional,
  withMethods,
} from '@org/approval-internal/options';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Operations that share a budget. */
export const OPERATION_CLASSES = BUDGETS;
/** A class of operations that share a budget. */
export type OperationClass = Budget;

/** Budgets per workspace and class of operation: a port, for one process or many. */
export interface RateLimiter {
  /**
   * Takes one from the budget of `key` for this class. Returns null, or the ms until one is
   * available. MUST keep keys apart: workspaces never share a budget. A key is a workspace, `link:`
   * and the hash of a decision link, or for a failed attempt an address (for IPv6 the network of 64
   * bits).
   */
  take(key: string, operationClass: OperationClass | 'failed-attempt'): Promise<number | null>;
  /**
   * Returns the same without taking anything. With it, a trigger from an address without attempts
   * left is refused even with the right secret.
   */
  look?(key: string, operationClass: OperationClass | 'failed-attempt'): Promise<number | null>;
}

/** Accepts `false`, which turns an option off. */
export const unlessOff =
  (check: Check): Check =>
  (value, name) =>
    value === false ? [] : optional(check)(value, name);

/** Calls per second, with bursts of up to that many. */
export type RateLimits = Readonly<Record<OperationClass | 'failed-attempt', number>>;

/** Default limits per second. */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  read: 1_000,
  write: 100,
  dispatch: 500,
  decide: 500,
  admin: 100,
  // Counted for each address, failures only: a caller with good credentials is never affected.
  'failed-attempt': 10,
};

/** The same check for every class. */
const forEachClass = (check: Check): Checks<RateLimits> => ({
  read: check,
  write: check,
  dispatch: check,
  decide: check,
  admin: check,
  'failed-attempt': check,
});
const LIMITERS = forEachClass(withMethods('consume'));
const LIMITS = forEachClass(
  optional(
    must(
      'a number of calls per second above 0',
      (value) => typeof value === 'number' && value > 0 && value < Infinity,
    ),
  ),
);

/**
 * A limiter of rate-limiter-flexible, in memory, on Redis or in SQL: anything with its `consume`.
 */
export interface Consumer {
  /** Takes points from the budget of a key; rejects with `msBeforeNext` if it is used up. */
  consume(key: string, points?: number): Promise<unknown>;
  /** Returns what is left; null if nothing was taken yet. */
  get?(key: string): Promise<{ readonly remainingPoints: number; readonly msBeforeNext: number } | null>;
}

/** Limits by rate-limiter-flexible; limiters on Redis or SQL share budgets between processes. */
export function rateLimiterFrom(
  limiters: Readonly<Record<OperationClass | 'failed-attempt', Consumer>>,
): RateLimiter {
  checkOptions('rateLimiterFrom', limiters, LIMITERS);
  return {
    async take(key, operationClass) {
      try {
        await limiters[operationClass].consume(key);
        return null;
      } catch (refusal) {
        const waitMs = waitMsOf(refusal);
        if (waitMs === null) throw refusal;
        return Math.max(waitMs, 1);
      }
    },
    async look(key, operationClass) {
      const left = (await limiters[operationClass].get?.(key)) ?? null;
      return left === null || left.remainingPoints > 0 ? null : Math.max(left.msBeforeNext, 1);
    },
  };
}

/** Recognized by its shape, because the host may bring another copy of rate-limiter-flexible. */
function waitMsOf(refusal: unknown): number | null {
  if (typeof refusal !== 'object' || refusal === null || !('msBeforeNext' in refusal)) return null;
  return typeof refusal.msBeforeNext === 'number' ? refusal.msBeforeNext : null;
}

/** Creates limits for this process alone. */
export function createMemoryRateLimiter(limits: Partial<RateLimits> = {}): RateLimiter {
  checkOptions('createMemoryRateLimiter', limits, LIMITS);
  const limiters = Object.fromEntries(
    Object.entries(DEFAULT_RATE_LIMITS).map(([name, byDefault]) => {
      const perSecond = limits[name as keyof RateLimits] ?? byDefault;
      // Limits below one per second become one call per several seconds.
      const budget =
        perSecond < 1 ? { points: 1, duration: 1 / perSecond } : { points: perSecond, duration: 1 };
      return [name, new RateLimiterMemory({ ...budget, keyPrefix: name })];
    }),
  );
  return rateLimiterFrom(limiters as Record<keyof RateLimits, RateLimiterMemory>);
}
