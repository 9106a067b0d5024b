/**
 * The clock of the store, as this process knows it: due times follow it, because the clocks of
 * processes may differ. It is the process's clock plus an offset.
 */
import type { Clock } from '../../ports/clock.js';
import type { ApprovalStore } from '../../ports/store/store.js';

/** Validity of a measurement. */
const GOOD_FOR_MS = 5_000;
/** A clock that has gone so much further than time itself was set. */
const SET_BY_MS = 500;
/** A slower measurement is too inexact. */
const LONGEST_LOOK_MS = 1_000;

interface Measurement {
  /** Monotonic time. */
  readonly at: number;
  readonly ownNow: number;
}

export class StoreClock implements Clock {
  private readonly own: Clock;
  private readonly store: Pick<ApprovalStore, 'now'>;
  private offsetMs = 0;
  private last: Measurement | null = null;
  private measuring: Promise<void> | null = null;

  constructor(own: Clock, store: Pick<ApprovalStore, 'now'>) {
    this.own = own;
    this.store = store;
  }

  now(): number {
    return this.own.now() + this.offsetMs;
  }

  wakeAt(at: number, wake: () => void): () => void {
    return this.own.wakeAt(at - this.offsetMs, wake);
  }

  /** Returns null if `now()` is reliable; otherwise a promise of the next measurement. */
  unknown(): Promise<void> | null {
    if (this.store.now === undefined) return null;
    const { last } = this;
    const passedMs = last === null ? Infinity : performance.now() - last.at;
    const setByMs = last === null ? 0 : this.own.now() - last.ownNow - passedMs;
    const mustWait = last === null || Math.abs(setByMs) > SET_BY_MS;
    if (!mustWait && passedMs < GOOD_FOR_MS) return null;
    this.measuring ??= this.measure().finally(() => (this.measuring = null));
    if (mustWait) return this.measuring;
    // The current value is good enough until then; callers that need the store notice its failure.
    this.measuring.catch(() => undefined);
    return null;
  }

  private async measure(): Promise<void> {
    const before = this.own.now();
    const storeNow = await this.store.now?.();
    const after = this.own.now();
    if (storeNow === undefined || (this.last !== null && after - before > LONGEST_LOOK_MS)) return;
    // The store read its clock, in whole ms, at some moment in between.
    const [least, most] = [storeNow - after, storeNow + 1 - before];
    const isRight = this.offsetMs >= least && this.offsetMs <= most;
    if (!isRight) this.offsetMs = Math.round((least + most) / 2);
    this.last = { at: performance.now(), ownNow: after };
  }
}
