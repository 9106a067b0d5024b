/**
 * Where looks at the jobs begin. A look walks an index from its oldest entry on, past all that jobs which are gone have left
 * there; while somebody holds a transaction open, no database can clear that away, and every look would be longer than
 * the one before. So the time that looks from the beginning take is bounded: until the next one, looks begin where the
 * last ones found the first job.
 *
 * What a short look does not see, of what another process writes: a job that is due in the far past, as one that is given back,
 * and the first job of a concurrency key. It is seen by the next look from the beginning.
 */
import type { StoredJobKind } from '@org/approval-core';
import type { RowOf } from '../schema/tables.js';
import { NO_CONCURRENCY_KEY } from './rows/jobs.js';

/** A queue of jobs: those of one kind and concurrency key. */
export interface QueueFront {
  /** The cell of the concurrency key. */
  readonly concurrencyKey: string;
  /** Nothing before it is looked at, in ms since the epoch. */
  readonly from: number;
}

/** The first job of a queue that has one. */
export interface FirstJob extends Pick<QueueFront, 'concurrencyKey'> {
  /** When it is claimable, in ms since the epoch. */
  readonly firstAt: number;
}

/** A look from the beginning that takes so much longer than a short one is repeated only after `REST` times that time. */
const LONG_MS = 5;
const REST = 20;
const LONGEST_REST_MS = 10_000;
/** Jobs that are due at once come with times around now; clocks and commits differ by less. */
const MARGIN_MS = 1_000;
/** Queues of a kind that are remembered while they have no jobs. */
const QUEUES = 256;

/** A look that was made. */
interface Look {
  /** By the clock of the jobs. */
  readonly now: number;
  readonly tookMs: number;
  /** Whether it was one from the beginning. */
  readonly isWhole: boolean;
}

interface Known {
  readonly untilMs: number;
  /** By the cell of the concurrency key: from where looks begin. */
  readonly fronts: Map<string, number>;
}

type WrittenJob = Pick<RowOf<'jobs'>, 'kind' | 'concurrency_key' | 'claimable_at'>;

export class Fronts {
  private readonly known = new Map<StoredJobKind, Known>();
  private readonly nowMs: () => number;
  /** What a short look takes, most of it the way to the database; 0: there was none. */
  private shortMs = 0;

  /** @param nowMs a clock that only goes forward */
  constructor(nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** Where to look; null: from the beginning. */
  of(kind: StoredJobKind): readonly QueueFront[] | null {
    const known = this.known.get(kind);
    if (known === undefined || this.nowMs() >= known.untilMs) return null;
    return [...known.fronts].map(([concurrencyKey, from]) => ({ concurrencyKey, from }));
  }

  /** How long looks do without what only one from the beginning can see, in ms; 0: they see all. */
  restOf(kind: StoredJobKind): number {
    return Math.max(0, (this.known.get(kind)?.untilMs ?? 0) - this.nowMs());
  }

  /** What a look has seen: the first job of each queue that has one. */
  note(kind: StoredJobKind, firsts: readonly FirstJob[], look: Look): void {
    const known = this.known.get(kind);
    if (!look.isWhole) this.shortMs = this.shortMs === 0 ? look.tookMs : (this.shortMs + look.tookMs) / 2;
    const longerMs = look.tookMs - this.shortMs;
    if (look.isWhole && longerMs < LONG_MS) this.known.delete(kind);
    else {
      const restMs = Math.min(LONGEST_REST_MS, Math.ceil(REST * longerMs));
      const untilMs = look.isWhole ? this.nowMs() + restMs : (known?.untilMs ?? 0);
      this.known.set(kind, { untilMs, fronts: frontsOf(known, firsts, look.now - MARGIN_MS) });
    }
  }

  /** The next look begins at the beginning. */
  forget(): void {
    this.known.clear();
  }

  /** Jobs that this process has written and committed, made only if looks do not begin at the beginning. */
  written(jobs: () => Iterable<WrittenJob>): void {
    if (this.known.size === 0) return;
    for (const { kind, concurrency_key: key, claimable_at: claimableAt } of jobs()) {
      const fronts = this.known.get(kind)?.fronts;
      const from = fronts?.get(key) ?? Infinity;
      const isRemembered = from < Infinity || (fronts?.size ?? 0) < QUEUES;
      if (isRemembered && claimableAt < from) fronts?.set(key, claimableAt);
    }
  }
}

/** Those with a job begin at it, if it is due; those without, where jobs fall due now. */
function frontsOf(known: Known | undefined, firsts: readonly FirstJob[], due: number): Map<string, number> {
  const fronts = new Map(
    firsts.map(({ concurrencyKey, firstAt }) => [concurrencyKey, Math.min(firstAt, due)]),
  );
  const keys = new Set([NO_CONCURRENCY_KEY, ...(known?.fronts.keys() ?? [])]);
  const idle = [...keys].filter((key) => !fronts.has(key));
  for (const key of idle.slice(0, Math.max(0, QUEUES - fronts.size))) fronts.set(key, due);
  return fronts;
}
