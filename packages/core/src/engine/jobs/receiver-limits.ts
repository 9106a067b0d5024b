/**
 * How many deliveries may be under way to each receiver (contract section 12). A receiver that fails again and again
 * gets one at a time until it responds well: its own deliveries get slower, never later than their schedule says
 * because of it, and everybody else's are not touched.
 *
 * For a receiver that answers at once more runs are claimed than are under way: while the results of some are written, others
 * are ready. What is claimed for one that has become slow is given back.
 *
 * A workspace may have any number of receivers that hang, so it has a share of its own: where a process delivers for several,
 * half of the places. While they hang, most of what it claims beyond them is put off, or nobody else's would be claimed at all.
 */
import type { ClaimedJob, ConcurrencyLimits } from '../../ports/store/jobs.js';
import { remembered } from '../scheduling/lru.js';

const FAILURES_IN_A_ROW = 5;
/** Receivers that failed last; of any other the failures are forgotten. */
const REMEMBERED = 10_000;

/** A receiver that answers well within this is claimed ahead for, until it takes as long as that. */
const QUICK_MS = 250;
export const SLOW_MS = 1_000;
/** So many times as many claims as there may be deliveries under way: of one quick receiver, and of all together. */
const AHEAD = 4;
const AHEAD_OF_ALL = 2;

/** Where there are other workspaces, one has so large a part of the places. */
const SHARES = 2;
/** A workspace is stuck when all but one in so many of its places are with receivers that have not answered for `SLOW_MS`. */
const MOVING = 4;

/** Whose delivery it is, and to whom. */
interface Entering {
  readonly workspaceId: string;
  readonly key: string | null;
}

/** A place; or none: the claim is to be given back as it is, or put off, so that those of others are claimed. */
export type Entered = Place | 'given-back' | 'put-off';

interface Waiting extends Entering {
  readonly begin: (entered: Entered) => void;
}

/** A delivery under way to a receiver. */
export interface Place {
  readonly leave: () => void;
  /** It has not been answered for `SLOW_MS`. */
  readonly late: () => void;
}

export class ReceiverLimits {
  private readonly perReceiver: number;
  private readonly concurrency: number;
  /** In a row, by concurrency key. */
  private readonly failures = remembered<number>(REMEMBERED);
  private readonly quick = remembered<1>(REMEMBERED);
  /** Under way, by concurrency key. */
  private readonly underWay = new Map<string | null, number>();
  /** Under way, by workspace. */
  private readonly ofWorkspace = new Map<string, number>();
  /** Of these, without an answer for `SLOW_MS`. */
  private readonly lateOf = new Map<string, number>();
  private total = 0;
  /** The first workspace that was delivered for, and whether there was another one. */
  private firstWorkspace: string | null = null;
  private isShared = false;
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
    /** Receivers that do not answer at once, once for each claim, by workspace. */
    const slow = new Map<string, string[]>();
    for (const { job, concurrencyKey: key } of running) {
      if (key === null) continue;
      left[key] = Math.max((left[key] ?? this.claimable(key)) - 1, 0);
      if (this.isQuick(key)) continue;
      const keys = slow.get(job.workspaceId);
      if (keys === undefined) slow.set(job.workspaceId, [key]);
      else keys.push(key);
    }
    // As many as there are places: more would only wait, and what waits behind them is not claimed.
    for (const keys of slow.values())
      if (keys.length >= this.concurrency) for (const key of keys) left[key] = 0;
    return { each: this.perReceiver, left };
  }

  /** Resolves when the receiver and the workspace have room, or with what is to be done with the claim. */
  enter({ workspaceId, key }: Entering): Promise<Entered> {
    this.firstWorkspace ??= workspaceId;
    if (workspaceId !== this.firstWorkspace) this.isShared = true;
    return new Promise((begin) => {
      this.waiting.push({ workspaceId, key, begin });
      this.admit();
      this.putOff(workspaceId);
    });
  }

  note(key: string, { succeeded, tookMs }: { readonly succeeded: boolean; readonly tookMs: number }): void {
    const failures = succeeded ? 0 : (this.failures.get(key) ?? 0) + 1;
    if (failures === 0) this.failures.delete(key);
    else this.failures.set(key, failures);
    if (failures >= FAILURES_IN_A_ROW || tookMs >= SLOW_MS) this.noteSlow(key);
    else if (succeeded && tookMs < QUICK_MS) this.quick.set(key, 1);
  }

  private noteSlow(key: string): void {
    if (this.quick.delete(key)) this.giveBack(key);
  }

  private claimable(key: string): number {
    return this.quick.has(key) ? this.perReceiver * AHEAD : this.perReceiver;
  }

  private giveBack(key: string): void {
    const slow = this.waiting.filter((it) => it.key === key);
    this.waiting = this.waiting.filter((it) => it.key !== key);
    for (const { begin } of slow) begin('given-back');
  }

  private hasRoom({ workspaceId, key }: Entering): boolean {
    if (this.total >= this.concurrency) return false;
    if (key !== null && countOf(this.underWay, key) >= this.perReceiver) return false;
    return countOf(this.ofWorkspace, workspaceId) < this.places;
  }

  /** If it is stuck, all but a few of what waits; receivers that answer at once are soon done with what waits for them. */
  private putOff(workspaceId: string): void {
    if (countOf(this.lateOf, workspaceId) < Math.ceil(this.places * (1 - 1 / MOVING))) return;
    const isMeant = (it: Waiting) => it.workspaceId === workspaceId && !this.isQuick(it.key);
    const late = new Set(this.waiting.filter(isMeant).slice(this.share));
    if (late.size === 0) return;
    this.waiting = this.waiting.filter((it) => !late.has(it));
    for (const { begin } of late) begin('put-off');
  }

  private isQuick(key: string | null): boolean {
    return key !== null && this.quick.has(key);
  }

  /** That a workspace may have. */
  private get places(): number {
    return this.isShared ? this.share : this.concurrency;
  }

  private get share(): number {
    return Math.ceil(this.concurrency / SHARES);
  }

  private admit(): void {
    this.waiting = this.waiting.filter((it) => {
      if (!this.hasRoom(it)) return true;
      this.count(it, 1);
      it.begin(this.placeOf(it));
      return false;
    });
  }

  private placeOf(it: Entering): Place {
    let isLate = false;
    return {
      leave: () => {
        if (isLate) add(this.lateOf, it.workspaceId, -1);
        this.count(it, -1);
        this.admit();
      },
      late: () => {
        if (!isLate) add(this.lateOf, it.workspaceId, 1);
        isLate = true;
        if (it.key !== null) this.noteSlow(it.key);
        this.putOff(it.workspaceId);
      },
    };
  }

  private count({ workspaceId, key }: Entering, by: 1 | -1): void {
    this.total += by;
    add(this.underWay, key, by);
    add(this.ofWorkspace, workspaceId, by);
  }
}

const countOf = <Key>(counts: ReadonlyMap<Key, number>, key: Key): number => counts.get(key) ?? 0;

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = countOf(counts, key) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
