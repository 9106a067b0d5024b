/**
 * The clock of the store, as far as this process knows it: what is due is judged by it, so what is written goes by it
 * too, and the clocks of processes may be apart. The process's own clock, and how far it is from the store's.
 */
import type { Clock } from '../../ports/clock.js';
import type { ApprovalStore } from '../../ports/store/store.js';

/** How long a measurement is good for. */
const GOOD_FOR_MS = 5_000;
/** A clock that has gone so much further than time itself was set. */
const SET_BY_MS = 500;
/** What took longer says too little. */
const LONGEST_LOOK_MS = 1_000;

interface Measurement {
  /** By a clock that nobody sets. */
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

  /** null: `now()` can be relied on; otherwise it can when this has resolved. Rejects when the store fails. */
  unknown(): Promise<void> | null {
    if (this.store.now === undefined) return null;
    const { last } = this;
    const passedMs = last === null ? Infinity : performance.now() - last.at;
    const setByMs = last === null ? 0 : this.own.now() - last.ownNow - passedMs;
    const mustWait = last === null || Math.abs(setByMs) > SET_BY_MS;
    if (!mustWait && passedMs < GOOD_FOR_MS) return null;
    this.measuring ??= this.measure().finally(() => (this.measuring = null));
    if (mustWait) return this.measuring;
    // What is known is good enough until it succeeds; a store that fails is heard of by those who need it.
    this.measuring.catch(() => undefined);
    return null;
  }

  private async measure(): Promise<void> {
    const before = this.own.now();
    const storeNow = await this.store.now?.();
    const after = this.own.now();
    if (storeNow === undefined || (this.last !== null && after - before > LONGEST_LOOK_MS)) return;
    // The store looked at its clock, which shows whole ms, at some moment in between.
    const [least, most] = [storeNow - after, storeNow + 1 - before];
    const isRight = this.offsetMs >= least && this.offsetMs <= most;
    if (!isRight) this.offsetMs = Math.round((least + most) / 2);
    this.last = { at: performance.now(), ownNow: after };
  }
}
