/** Says when a lasting fault is logged: the first time, and then once a minute. */
import type { Clock } from '../../ports/clock.js';

const EVERY_MS = 60_000;

export class Reminder {
  private readonly clock: Clock;
  private toldAt: number | null = null;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** True if the fault is to be logged now; it then counts as logged. */
  isDue(): boolean {
    const now = this.clock.now();
    if (this.toldAt !== null && now - this.toldAt < EVERY_MS) return false;
    this.toldAt = now;
    return true;
  }

  /** Makes the next fault a first one. */
  over(): void {
    this.toldAt = null;
  }
}
