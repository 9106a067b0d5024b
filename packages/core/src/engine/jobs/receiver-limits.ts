/**
 * Concurrent deliveries per receiver (contract section 12). A receiver that fails repeatedly gets
 * one at a time until it responds well: its own deliveries slow down, never beyond their schedule,
 * and those of others are unaffected. For quick receivers more runs are claimed than are delivered,
 * because some wait for their results to be written. Surplus claims of a receiver that became slow
 * are released. A workspace may have any number of hanging receivers, so with several workspaces in
 * a process each has half of the slots. While its receivers hang, most of its further claims are
 * put off, or no other workspace's would be claimed.
 */
import type { ClaimedJob, ConcurrencyLimits } from '../../ports/store/jobs.js';
import { remembered } from '../scheduling/lru.js';
import { ReceiverCounts } from './receiver-counts.js';

const FAILURES_IN_A_ROW = 5;
/** Receivers that failed last; of any other the failures are forgotten. */
const REMEMBERED = 10_000;

/** A receiver that answers faster is claimed ahead for, until it exceeds this. */
const QUICK_MS = 250;
export const SLOW_MS = 1_000;
/** Ratio of claims to concurrent deliveries, for one quick receiver and in total. */
const AHEAD = 4;
const AHEAD_OF_ALL = 2;

/** Divisor of the slots that one workspace may use while there are others. */
const SHARES = 2;
/** A workspace is stuck when all but 1 / MOVING of its slots have waited `SLOW_MS`. */
const MOVING = 4;

/** Workspace and receiver of a delivery. */
interface Entering {
  readonly workspaceId: string;
  readonly key: string | null;
}

/** A slot, or no slot: the claim is released unchanged, or put off so that others are claimed. */
export type Entered = Slot | 'given-back' | 'put-off';

interface Waiting extends Entering {
  readonly begin: (entered: Entered) => void;
}

/** A running delivery to a receiver. */
export interface Slot {
  readonly leave: () => void;
  /** It has not been answered for `SLOW_MS`. */
  readonly late: () => void;
}

interface ReceiverLimitsOptions {
  readonly perReceiver: number;
  readonly concurrency: number;
  /** Shared by pools that call the same receivers. */
  readonly counts?: ReceiverCounts;
}

export class ReceiverLimits {
  private readonly perReceiver: number;
  private readonly concurrency: number;
  /** In a row, by concurrency key. */
  private readonly failures = remembered<number>(REMEMBERED);
  private readonly quick = remembered<1>(REMEMBERED);
  /** Exchanges by concurrency key, those of other pools included. */
  private readonly underWay: ReceiverCounts;
  /** Running deliveries by workspace. */
  private readonly ofWorkspace = new Map<string, number>();
  /** Slots without an answer for `SLOW_MS`. */
  private readonly lateOf = new Map<string, number>();
  private total = 0;
  /** The first workspace that was delivered for, and whether there was another one. */
  private firstWorkspace: string | null = null;
  private isShared = false;
  /** Waiting claims in order of arrival, at most as many as are claimed. */
  private waiting: Waiting[] = [];

  constructor({ perReceiver, concurrency, counts = new ReceiverCounts() }: ReceiverLimitsOptions) {
    this.perReceiver = perReceiver;
    this.concurrency = concurrency;
    this.underWay = counts;
    counts.whenFreed(() => this.admit());
  }

  /** Claims there may be at once. */
  static claims(concurrency: number): number {
    return concurrency * AHEAD_OF_ALL;
  }

  /** Returns the limits of further claims beside the running jobs. */
  limits(running: Iterable<ClaimedJob>): ConcurrencyLimits {
    const left: Record<string, number> = {};
    for (const [key, failures] of this.failures) if (failures >= FAILURES_IN_A_ROW) left[key] = 1;
    /** Slow receivers by workspace, once for each claim. */
    const slow = new Map<string, string[]>();
    for (const { job, concurrencyKey: key } of running) {
      if (key === null) continue;
      left[key] = Math.max((left[key] ?? this.claimable(key)) - 1, 0);
      if (this.isQuick(key)) continue;
      const keys = slow.get(job.workspaceId);
      if (keys === undefined) slow.set(job.workspaceId, [key]);
      else keys.push(key);
    }
    // At most one per slot: more would only wait, and keep others from being claimed.
    for (const keys of slow.values())
      if (keys.length >= this.concurrency) for (const key of keys) left[key] = 0;
    return { each: this.perReceiver, left };
  }

  /** Resolves when the receiver and the workspace have room, or with the fate of the claim. */
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
    if (key !== null && this.underWay.of(key) >= this.perReceiver) return false;
    return countOf(this.ofWorkspace, workspaceId) < this.slots;
  }

  /** Puts off most waiting claims of a stuck workspace; quick receivers work theirs off. */
  private putOff(workspaceId: string): void {
    if (countOf(this.lateOf, workspaceId) < Math.ceil(this.slots * (1 - 1 / MOVING))) return;
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
  private get slots(): number {
    return this.isShared ? this.share : this.concurrency;
  }

  private get share(): number {
    return Math.ceil(this.concurrency / SHARES);
  }

  private admit(): void {
    this.waiting = this.waiting.filter((it) => {
      if (!this.hasRoom(it)) return true;
      this.count(it, 1);
      it.begin(this.slotOf(it));
      return false;
    });
  }

  private slotOf(it: Entering): Slot {
    let isLate = false;
    return {
      leave: () => {
        if (isLate) add(this.lateOf, it.workspaceId, -1);
        this.count(it, -1);
        this.underWay.freed();
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
    if (key !== null) this.underWay.add(key, by);
    add(this.ofWorkspace, workspaceId, by);
  }
}

const countOf = <Key>(counts: ReadonlyMap<Key, number>, key: Key): number => counts.get(key) ?? 0;

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = countOf(counts, key) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
