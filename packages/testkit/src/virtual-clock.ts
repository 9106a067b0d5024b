/** A clock that stands still until it is told to go on. */
import type { Clock } from '@org/approval-core';

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

export class VirtualClock implements Clock {
  private time: number;
  private readonly timers = new Set<Timer>();

  /** @param start ms since the epoch; the first second of 2026 by default. */
  constructor(start = Date.UTC(2026, 0, 1)) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  wakeAt(at: number, wake: () => void): () => void {
    const timer: Timer = { at, wake };
    this.timers.add(timer);
    // What is due already is not left to the next advance.
    if (at <= this.time) queueMicrotask(() => this.fire(timer));
    return () => this.timers.delete(timer);
  }

  /**
   * Goes on by `ms`, from timer to timer in the order of their times: whatever is due at an instant is woken, and
   * `settle` awaited, before the next instant comes. So a deadline that sets another one finds it kept.
   */
  async advance(ms: number, settle: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const end = this.time + ms;
    for (let next = this.nextAt(); next <= end; next = this.nextAt()) {
      this.time = Math.max(this.time, next);
      for (const timer of [...this.timers]) if (timer.at <= this.time) this.fire(timer);
      await settle();
    }
    this.time = end;
    await settle();
  }

  /** Sets the clock without waking anybody, as an administrator or a suspended machine does. */
  jump(ms: number): void {
    this.time += ms;
  }

  private nextAt(): number {
    return Math.min(Infinity, ...[...this.timers].map((timer) => timer.at));
  }

  private fire(timer: Timer): void {
    if (this.timers.delete(timer)) timer.wake();
  }
}
