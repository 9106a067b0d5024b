/**
 * How many deliveries may be under way to each receiver (contract section 12). A receiver that fails again and again
 * gets one at a time until it responds well: its own deliveries get slower, never later than their schedule says
 * because of it, and everybody else's are not touched.
 *
 * For a receiver that answers at once more runs are claimed than are under way: while the results of some are written, others
 * are ready. What is claimed for one that has become slow is given back.
 */
import type { ClaimedJob, ConcurrencyLimits } from '../../ports/store/jobs.js';
import { remembered } from '../remembered.js';

const FAILURES_IN_A_ROW = 5;
/** Receivers that failed last; of any other the failures are forgotten. */
const REMEMBERED = 10_000;

/** A receiver that answers well within this is claimed ahead for, until it takes as long as that. */
const QUICK_MS = 250;
const SLOW_MS = 1_000;
/** So many times as many claims as there may be deliveries under way: of one quick receiver, and of all together. */
const AHEAD = 4;
const AHEAD_OF_ALL = 2;

interface Waiting {
  readonly key: string | null;
  readonly begin: (place: Place | null) => void;
}

/** A delivery under way to a receiver. */
export interface Place {
  readonly leave: () => void;
}

export class ReceiverLimits {
  private readonly perReceiver: number;
  private readonly concurrency: number;
  /** In a row, by concurrency key. */
  private readonly failures = remembered<number>(REMEMBERED);
  private readonly quick = remembered<1>(REMEMBERED);
  /** Under way, by concurrency key. */
  private readonly underWay = new Map<string | null, number>();
  private total = 0;
  /** As many as are claimed at most, in the order in which they came. */
  private waiting: Waiting[] = [];

  constructor({ perReceiver, concurrency }: { readonly perReceiver: number; readonly concurrency: number }) {
    this.perReceiver = perReceiver;
    this.concurrency = concurrency;
  }

  /** Claims there may be at once. */
  static claims(concurrency: number): number {
    return concurrency * AHEAD_OF_ALL;
  }

  /** What may be claimed beside the jobs that are claimed. */
  limits(running: Iterable<ClaimedJob>): ConcurrencyLimits {
    const left: Record<string, number> = {};
    for (const [key, failures] of this.failures) if (failures >= FAILURES_IN_A_ROW) left[key] = 1;
    for (const { concurrencyKey: key } of running) {
      if (key !== null) left[key] = Math.max((left[key] ?? this.claimable(key)) - 1, 0);
    }
    return { each: this.perReceiver, left };
  }

  /** Resolves when the receiver has room; null: it has become slow, and the claim is to be given back. */
  enter(key: string | null): Promise<Place | null> {
    return new Promise((begin) => {
      this.waiting.push({ key, begin });
      this.admit();
    });
  }

  note(key: string, { succeeded, tookMs }: { readonly succeeded: boolean; readonly tookMs: number }): void {
    const failures = succeeded ? 0 : (this.failures.get(key) ?? 0) + 1;
    if (failures === 0) this.failures.delete(key);
    else this.failures.set(key, failures);
    if (failures >= FAILURES_IN_A_ROW || tookMs >= SLOW_MS) {
      if (this.quick.delete(key)) this.giveBack(key);
    } else if (succeeded && tookMs < QUICK_MS) this.quick.set(key, 1);
  }

  private claimable(key: string): number {
    return this.quick.has(key) ? this.perReceiver * AHEAD : this.perReceiver;
  }

  private giveBack(key: string): void {
    const slow = this.waiting.filter((it) => it.key === key);
    this.waiting = this.waiting.filter((it) => it.key !== key);
    for (const { begin } of slow) begin(null);
  }

  private admit(): void {
    this.waiting = this.waiting.filter((it) => {
      const current = this.underWay.get(it.key) ?? 0;
      if (this.total >= this.concurrency || (it.key !== null && current >= this.perReceiver)) return true;
      this.total += 1;
      this.underWay.set(it.key, current + 1);
      it.begin(this.placeOf(it.key));
      return false;
    });
  }

  private placeOf(key: string | null): Place {
    return {
      leave: () => {
        this.total -= 1;
        const left = (this.underWay.get(key) ?? 1) - 1;
        if (left === 0) this.underWay.delete(key);
        else this.underWay.set(key, left);
        this.admit();
      },
    };
  }
}
