/**
 * How many deliveries may be under way to each receiver (contract section 12). A receiver that fails again and again
 * is given one at a time until it answers well: its own deliveries get slower, never later than their schedule says
 * because of it, and everybody else's are not touched.
 */
import { LRUCache } from 'lru-cache';
import type { ClaimedJob, LaneLimits } from '../../ports/store/jobs.js';

const FAILURES_IN_A_ROW = 5;
/** Receivers that failed last; of any other the failures are forgotten. */
const REMEMBERED = 10_000;

export class Lanes {
  private readonly perReceiver: number;
  private readonly failures = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(perReceiver: number) {
    this.perReceiver = perReceiver;
  }

  /** What is left beside the jobs under way. */
  limits(running: Iterable<ClaimedJob>): LaneLimits {
    const left: Record<string, number> = {};
    for (const [lane, failures] of this.failures) if (failures >= FAILURES_IN_A_ROW) left[lane] = 1;
    for (const { lane } of running) {
      if (lane !== null) left[lane] = Math.max((left[lane] ?? this.perReceiver) - 1, 0);
    }
    return { each: this.perReceiver, left };
  }

  note(lane: string, succeeded: boolean): void {
    if (succeeded) this.failures.delete(lane);
    else this.failures.set(lane, (this.failures.get(lane) ?? 0) + 1);
  }
}
