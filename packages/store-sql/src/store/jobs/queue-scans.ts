/**
 * Start points of scans for jobs. A scan walks an index from its oldest entry, past all dead
 * entries of finished jobs. While a transaction stays open, no database can remove those entries,
 * so each scan would take longer than the one before. The time spent on full scans is bounded:
 * between two of them, scans start where the last ones found the first job.
 *
 * A short scan misses some jobs of other processes: one that is due in the far past (such as a
 * released one) and the first job of a new concurrency key. The next full scan finds them.
 */
import type { StoredJobKind } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { NO_CONCURRENCY_KEY } from '../rows/jobs.js';

/** The start point of a queue: the jobs of one kind and concurrency key. */
export interface QueueStart {
  /** The cell of the concurrency key. */
  readonly concurrencyKey: string;
  /** Earlier entries are not scanned, in ms since the epoch. */
  readonly from: number;
}

/** The first job of a queue. */
export interface FirstJob extends Pick<QueueStart, 'concurrencyKey'> {
  /** Time when it becomes claimable, in ms since the epoch. */
  readonly firstAt: number;
}

/**
 * A full scan that takes this much longer than a short one is repeated only after `REST` times the
 * difference.
 */
const LONG_MS = 5;
const REST = 20;
const LONGEST_REST_MS = 10_000;
/** Jobs that are due immediately have times near the present; clocks and commits differ by less. */
const MARGIN_MS = 1_000;
/** Empty queues of a kind that are kept in memory. */
const QUEUES = 256;

/** A finished scan. */
interface Scan {
  /** Time of the scan, by the clock of the jobs. */
  readonly now: number;
  readonly tookMs: number;
  /** True for a full scan. */
  readonly isWhole: boolean;
}

interface Known {
  readonly untilMs: number;
  /** Start points by the cell of the concurrency key. */
  readonly starts: Map<string, number>;
}

type WrittenJob = Pick<RowOf<'jobs'>, 'kind' | 'concurrency_key' | 'claimable_at'>;

export class QueueScans {
  private readonly known = new Map<StoredJobKind, Known>();
  private readonly nowMs: () => number;
  /** Time of a short scan, most of it the network; 0 before the first. */
  private shortMs = 0;

  /** @param nowMs a clock that only goes forward */
  constructor(nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** Start points; null for a full scan. */
  startsOf(kind: StoredJobKind): readonly QueueStart[] | null {
    const known = this.known.get(kind);
    if (known === undefined || this.nowMs() >= known.untilMs) return null;
    return [...known.starts].map(([concurrencyKey, from]) => ({ concurrencyKey, from }));
  }

  /** Time until the next full scan, in ms; 0 if the next scan is full. */
  restOf(kind: StoredJobKind): number {
    return Math.max(0, (this.known.get(kind)?.untilMs ?? 0) - this.nowMs());
  }

  /** Records a scan: the first job of each queue that has one. */
  record(kind: StoredJobKind, firsts: readonly FirstJob[], scan: Scan): void {
    const known = this.known.get(kind);
    if (!scan.isWhole) this.shortMs = this.shortMs === 0 ? scan.tookMs : (this.shortMs + scan.tookMs) / 2;
    const longerMs = scan.tookMs - this.shortMs;
    if (scan.isWhole && longerMs < LONG_MS) this.known.delete(kind);
    else {
      const restMs = Math.min(LONGEST_REST_MS, Math.ceil(REST * longerMs));
      const untilMs = scan.isWhole ? this.nowMs() + restMs : (known?.untilMs ?? 0);
      this.known.set(kind, { untilMs, starts: startsOf(known, firsts, scan.now - MARGIN_MS) });
    }
  }

  /** Makes the next scan a full one. */
  forget(): void {
    this.known.clear();
  }

  /**
   * Includes jobs that this process has committed. The list is made only if the next scan is short.
   */
  written(jobs: () => Iterable<WrittenJob>): void {
    if (this.known.size === 0) return;
    for (const { kind, concurrency_key: key, claimable_at: claimableAt } of jobs()) {
      const starts = this.known.get(kind)?.starts;
      const from = starts?.get(key) ?? Infinity;
      const isRemembered = from < Infinity || (starts?.size ?? 0) < QUEUES;
      if (isRemembered && claimableAt < from) starts?.set(key, claimableAt);
    }
  }
}

/** A queue with a due job starts at that job, an empty one where jobs fall due now. */
function startsOf(known: Known | undefined, firsts: readonly FirstJob[], due: number): Map<string, number> {
  const starts = new Map(
    firsts.map(({ concurrencyKey, firstAt }) => [concurrencyKey, Math.min(firstAt, due)]),
  );
  const keys = new Set([NO_CONCURRENCY_KEY, ...(known?.starts.keys() ?? [])]);
  const idle = [...keys].filter((key) => !starts.has(key));
  for (const key of idle.slice(0, Math.max(0, QUEUES - starts.size))) starts.set(key, due);
  return starts;
}
