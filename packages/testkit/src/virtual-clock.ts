/** A clock that stands still until a test advances it. */
import type { Clock } from '@org/approval-core';

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock for tests: it stands still until you advance it.
 * @example
 * ```ts
 * import { VirtualClock } from '@org/approval-testkit';
 *
 * const clock = new VirtualClock(0);
 * clock.wakeAt(1_000, () => console.log(`woken at ${clock.now()}`));
 * await clock.advance(60_000); // → woken at 1000
 * console.log(clock.now()); // → 60000
 * ```
 */
export class VirtualClock implements Clock {
  private time: number;
  private readonly timers = new Set<Timer>();

  /** @param start ms since the epoch; the first second of 2026 by default. */
  constructor(start = Date.UTC(2026, 0, 1)) {
    if (!Number.isFinite(start)) throw new TypeError('VirtualClock: start must be ms since the epoch');
    this.time = start;
  }

  /** Current time, in ms since the epoch. */
  now(): number {
    return this.time;
  }

  /** Calls `wake` once at `at`; returns a function that cancels it. */
  wakeAt(at: number, wake: () => void): () => void {
    const timer: Timer = { at, wake };
    this.timers.add(timer);
    // A due timer does not wait for the next advance.
    if (at <= this.time) queueMicrotask(() => this.fire(timer));
    return () => this.timers.delete(timer);
  }

  /**
   * Advances by `ms`, from timer to timer in the order of their times: all timers of an instant
   * fire, and `drain` is awaited, before the next instant. So a deadline that schedules another is
   * followed by it in time.
   * @throws TypeError unless `ms` is a number from 0.
   */
  async advance(ms: number, drain: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    if (!Number.isFinite(ms) || ms < 0)
      throw new TypeError(`advance: ms must be a number from 0, not ${String(ms)}; jump goes back`);
    const end = this.time + ms;
    for (let next = this.nextAt(); next <= end; next = this.nextAt()) {
      this.time = Math.max(this.time, next);
      for (const timer of [...this.timers]) if (timer.at <= this.time) this.fire(timer);
      await drain();
    }
    // A concurrent advance may have gone further: time never goes back.
    this.time = Math.max(this.time, end);
    await drain();
  }

  /** Sets the clock without firing timers, as an administrator or a suspended machine does. */
  jump(ms: number): void {
    if (!Number.isFinite(ms)) throw new TypeError(`jump: ms must be a number, not ${String(ms)}`);
    this.time += ms;
  }

  private nextAt(): number {
    return Math.min(Infinity, ...[...this.timers].map((timer) => timer.at));
  }

  private fire(timer: Timer): void {
    if (this.timers.delete(timer)) timer.wake();
  }
}
