/**
 * What the person has seen of each thread, as revisions of either side: the base of what they write, so that a side can
 * tell what they did not see. What somebody wrote themselves they have seen, as long as nobody wrote the same in
 * between.
 */
import type { Written } from '../service/port.js';

export type Side = 'service' | 'customer';

/** A revision of each side; undefined: that side does not tell, or was not read. */
export type Seen = { [side in Side]?: number | undefined };

interface Known {
  readonly thread: Seen;
  /** What was written since the thread was read, by `Target`. */
  readonly rows: Map<string, Seen>;
  /** Bases of writes that have not gone out yet. */
  readonly waiting: Set<{ readonly row: string; readonly seen: Seen }>;
}

/** A comment, the thread's own fields, or the thread with everything in it. */
export type Target = number | 'fields' | 'all';

export class Seeing {
  readonly #known = new Map<string, Known>();

  /** A read of the thread from one side. */
  read(annotationId: string, side: Side, revision: number | undefined): void {
    const known = this.#of(annotationId);
    const before = known.thread[side];
    if (before !== undefined && revision !== undefined && revision < before) return;
    known.thread[side] = revision;
    for (const seen of known.rows.values())
      if (revision === undefined || (seen[side] ?? 0) <= revision) Reflect.deleteProperty(seen, side);
  }

  /** The base of a write that is made now. It learns of the same person's writes until it goes out. */
  base(annotationId: string, target: Target, again?: Seen): Seen {
    const known = this.#of(annotationId);
    const row = String(target);
    const seen = again ? { ...again } : { ...known.thread, ...known.rows.get(row) };
    known.waiting.add({ row, seen });
    return seen;
  }

  /** The write with this base is over. */
  done(annotationId: string, base: Seen): void {
    const waiting = this.#known.get(annotationId)?.waiting;
    for (const it of waiting ?? []) if (it.seen === base) waiting?.delete(it);
  }

  /** A side has taken a write with this base. */
  wrote(annotationId: string, target: Target, side: Side, base: Seen, { revision, previous }: Written): void {
    const known = this.#of(annotationId);
    const row = String(target);
    if (previous > (base[side] ?? 0)) return;
    known.rows.set(row, { ...known.rows.get(row), [side]: revision });
    const isNext = (seen: Seen) => revision === (seen[side] ?? 0) + 1;
    // The thread as a whole: nobody else wrote anything in it in between.
    if (isNext(known.thread)) known.thread[side] = revision;
    for (const { row: other, seen } of known.waiting) {
      const isCovered = other === 'all' ? isNext(seen) : other === row && (seen[side] ?? 0) >= previous;
      if (isCovered) seen[side] = revision;
    }
  }

  forget(annotationId: string): void {
    this.#known.delete(annotationId);
  }

  #of(annotationId: string): Known {
    const known = this.#known.get(annotationId) ?? { thread: {}, rows: new Map(), waiting: new Set() };
    this.#known.set(annotationId, known);
    return known;
  }
}
