/**
 * How many deliveries may be under way to each receiver (contract section 12). A receiver that fails again and again
 * gets one at a time until it responds well: its own deliveries get slower, never later than their schedule says
 * because of it, and everybody else's are not touched.
 */
import type { ClaimedJob, ConcurrencyLimits } from '../../ports/store/jobs.js';
import { remembered } from '../remembered.js';

const FAILURES_IN_A_ROW = 5;
/** Receivers that failed last; of any other the failures are forgotten. */
const REMEMBERED = 10_000;

export class ReceiverLimits {
  private readonly perReceiver: number;
  /** In a row, by concurrency key. */
  private readonly failures = remembered<number>(REMEMBERED);

  constructor(perReceiver: number) {
    this.perReceiver = perReceiver;
  }

  /** What is left beside the jobs under way. */
  limits(running: Iterable<ClaimedJob>): ConcurrencyLimits {
    const left: Record<string, number> = {};
    for (const [key, failures] of this.failures) if (failures >= FAILURES_IN_A_ROW) left[key] = 1;
    for (const { concurrencyKey: key } of running) {
      if (key !== null) left[key] = Math.max((left[key] ?? this.perReceiver) - 1, 0);
    }
    return { each: this.perReceiver, left };
  }

  note(concurrencyKey: string, succeeded: boolean): void {
    if (succeeded) this.failures.delete(concurrencyKey);
    else this.failures.set(concurrencyKey, (this.failures.get(concurrencyKey) ?? 0) + 1);
  }
}
