/**
 * Revisions that the person has seen of each thread, on either side. They are the base of each
 * write, so that a side can find changes that the writer did not see. A person has seen their own
 * writes, as long as no other write came in between. They have not seen the state under a change of
 * their own, even if it was read meanwhile.
 */
import type { Written } from '../service/port.js';

export type Side = 'service' | 'customer';

const SIDES: readonly Side[] = ['service', 'customer'];

/** A revision of each side; undefined when that side reports none, or was not read. */
export type Seen = { [side in Side]?: number | undefined };

/** A comment, the thread's own fields, or the thread with everything in it. */
export type Target = number | 'fields' | 'all';

/** Part of a write that decides what the write hides. */
export interface Covering {
  readonly annotationId: string;
  readonly commentId?: number;
  readonly event: string;
  /** Changed fields; empty for everything that the target has. */
  readonly fields: readonly string[];
}

/** A write that is shown over the confirmed state, and the revisions seen when it was made. */
interface Cover {
  readonly write: Covering;
  /** Revisions that had been read when it was made, or that it learned since. */
  readonly read: Seen;
  /** Writes that were shown over the same then, and hid what was read. */
  readonly under: Readonly<Record<Side, Set<Cover>>>;
  /** Revisions that were really seen: no more than by the writes over it. */
  readonly seen: Seen;
  /** True when it failed and is still shown: later writes to its target are sent after it. */
  isKept: boolean;
}

interface Known {
  /** Last revision that was read, or that the person's next write made of it. */
  thread: Seen;
  /** Last revision that was read. */
  read: Seen;
  /** Writes since the thread was read, by `Target`. */
  readonly rows: Map<Target, Seen>;
  /** Writes that are shown over the thread, in the order of their making. */
  readonly covers: Map<Covering, Cover>;
}

/** Fields that every write sets. They are not compared. */
export const FOLLOWING: readonly string[] = ['lastUpdated', 'isCommentTextAvailable'];

export const isThreadDelete = ({ event }: Pick<Covering, 'event'>): boolean =>
  event === 'comment_annotation.delete';

/** True when the write deletes a comment or a thread. */
export const isDelete = (write: Pick<Covering, 'event'>): boolean =>
  isThreadDelete(write) || write.event === 'comment.delete';

const targetOf = (write: Covering): Target => (isThreadDelete(write) ? 'all' : (write.commentId ?? 'fields'));

export class Seeing {
  readonly #known = new Map<string, Known>();
  /** True for a side that reports revisions, as far as it has answered. */
  readonly #tells = new Map<Side, boolean>();

  /**
   * Revisions of the customer's side, by thread, up to which the service has every write. What the
   * customer's side has beyond may be a field of the service that is shown to no one yet.
   */
  readonly #landed = new Map<string, number>();

  /**
   * Records up to which revision of the customer's side the service has every write, in the state
   * of it that is shown.
   */
  landed(annotationId: string, revision: number | undefined): void {
    this.#landed.set(annotationId, Math.max(revision ?? 0, this.#landed.get(annotationId) ?? 0));
  }

  /**
   * Returns the revision of the customer's side up to which the last list of the service had every
   * write; 0: none is known.
   */
  landedBy(annotationId: string): number {
    return this.#landed.get(annotationId) ?? 0;
  }

  /** Records a read of the thread from one side. */
  read(annotationId: string, side: Side, revision: number | undefined): void {
    this.#tells.set(side, revision !== undefined || this.#tells.get(side) === true);
    const known = this.#of(annotationId);
    // A side that goes back, as a replica does, shows older words: no later state was seen.
    const isBack = revision !== undefined && revision < (known.read[side] ?? 0);
    known.read[side] = revision;
    const before = known.thread[side];
    if (before !== undefined && revision !== undefined && revision < before && !isBack) return;
    known.thread[side] = revision;
    for (const seen of known.rows.values())
      if (isBack || revision === undefined || (seen[side] ?? 0) <= revision)
        Reflect.deleteProperty(seen, side);
  }

  /**
   * Returns the last revision read of the thread; undefined when that side reports none, or was not
   * read.
   */
  revision(annotationId: string, side: Side): number | undefined {
    return this.#known.get(annotationId)?.thread[side];
  }

  /** Records that a side has taken a write, and if it counts revisions. A read takes precedence. */
  answered(side: Side, isTold: boolean): void {
    if (!this.#tells.has(side)) this.#tells.set(side, isTold);
  }

  /** True when the side has answered, so that it is known if it reports revisions. */
  isHeard(side: Side): boolean {
    return this.#tells.has(side);
  }

  /** True when the side reports revisions, so that it knows writes by their ids too. */
  tells(side: Side): boolean {
    return this.#tells.get(side) === true;
  }

  /**
   * Returns the condition of a write with this base: the revision that its writer has seen, 0 when
   * they have seen nothing of that side. Undefined when the side counts no revisions, so that it
   * could not check one.
   */
  condition(base: Seen, side: Side): number | undefined {
    return base[side] ?? (this.#tells.get(side) === false ? undefined : 0);
  }

  /**
   * Returns the base of a write that is made now, and shown from now on. It learns of the same
   * person's writes until it goes out.
   * @param again base of the same write, if it was made before
   * @param sawContent false when the customer's part was not shown, even if it was read before
   */
  base(write: Covering, again?: Seen, sawContent = true): Seen {
    const known = this.#of(write.annotationId);
    const shown = { ...known.thread, ...known.rows.get(targetOf(write)) };
    const read = again ? { ...again } : { ...shown, ...(!sawContent && { customer: undefined }) };
    const over = again ? [] : [...known.covers.values()].filter((it) => hides(it, write));
    const under = { service: new Set(over), customer: new Set(over) };
    const cover: Cover = { write, read, under, seen: {}, isKept: false };
    known.covers.delete(write);
    known.covers.set(write, cover);
    refresh(known);
    return cover.seen;
  }

  /** Records that a side has taken the write. */
  wrote(write: Covering, side: Side, { revision, previous, customerRevision }: Written): void {
    const known = this.#of(write.annotationId);
    const base = known.covers.get(write)?.seen[side];
    const target = targetOf(write);
    this.answered(side, true);
    // The maker of a new thread knows everything in it.
    const isMaker = write.event === 'comment_annotation.add' && previous === 0;
    // The answer to a repeat proves nothing: others may have changed the same since.
    const hidNothing = previous < revision && (base !== undefined || previous === 0);
    for (const { under, read } of hidNothing ? known.covers.values() : [])
      for (const it of under[side])
        if (it.write === write) {
          under[side].delete(it);
          // A read while the answer was late was hidden by the write: only its own value is seen.
          read[side] = least([read[side], revision]);
        }
    if (previous <= (base ?? 0)) {
      known.rows.set(target, { ...known.rows.get(target), [side]: revision });
      // The thread as a whole: no other person wrote in it in between.
      if (isMaker || isNext(known.thread[side], revision)) {
        known.thread[side] = Math.max(revision, known.thread[side] ?? 0);
        this.landed(write.annotationId, customerRevision);
      }
      for (const it of known.covers.values())
        if (isMaker || learns(it, target, side, revision, previous))
          it.read[side] = isMaker ? Math.max(revision, it.read[side] ?? 0) : revision;
    }
    refresh(known);
  }

  /** Records that the write hides nothing that one side had at this revision: it was compared. */
  compared(write: Covering, side: Side, revision: number | undefined): void {
    const known = this.#of(write.annotationId);
    const cover = known.covers.get(write);
    if (cover === undefined) return;
    cover.read[side] = revision;
    cover.under[side].clear();
    refresh(known);
  }

  /**
   * Records that the write failed and is still shown: writes to its target are sent after it, those
   * under way too.
   */
  kept(write: Covering): void {
    const known = this.#of(write.annotationId);
    const cover = known.covers.get(write);
    if (cover === undefined) return;
    cover.isKept = true;
    const later = [...known.covers.values()].slice([...known.covers.keys()].indexOf(write) + 1);
    for (const it of later.filter((one) => targetOf(one.write) === targetOf(write)))
      for (const side of SIDES) it.under[side].add(cover);
    refresh(known);
  }

  /** Records that the write is not shown any more. */
  uncover(write: Covering): void {
    const known = this.#of(write.annotationId);
    const cover = known.covers.get(write);
    if (cover === undefined) return;
    known.covers.delete(write);
    for (const side of SIDES) lift(known.covers, cover, side);
    refresh(known);
  }

  /**
   * Forgets a thread that does not exist any more. Writes under way keep the revisions that they
   * saw.
   */
  forget(annotationId: string): void {
    const known = this.#known.get(annotationId);
    if (known === undefined) return;
    this.#landed.delete(annotationId);
    known.thread = {};
    known.read = {};
    known.rows.clear();
    if (known.covers.size === 0) this.#known.delete(annotationId);
  }

  #of(annotationId: string): Known {
    const known = this.#known.get(annotationId) ?? {
      thread: {},
      read: {},
      rows: new Map(),
      covers: new Map(),
    };
    this.#known.set(annotationId, known);
    return known;
  }
}

/** True if the writer of the later write cannot see the state under the earlier one. */
function hides({ write: earlier, isKept }: Cover, later: Covering): boolean {
  // An add of an existing thread replaces nothing.
  if (earlier.event === 'comment_annotation.add') return false;
  const [over, under] = [targetOf(earlier), targetOf(later)];
  if (over === 'all' || under === 'all') return true;
  if (over !== under) return false;
  const fields = later.fields.filter((it) => !FOLLOWING.includes(it));
  const isWhole = isKept || earlier.fields.length === 0 || later.fields.length === 0;
  return isWhole || fields.some((it) => earlier.fields.includes(it));
}

/** True if a write with this base has seen all of its target, once the other one is taken. */
function learns(
  { write, read }: Cover,
  target: Target,
  side: Side,
  revision: number,
  previous: number,
): boolean {
  const own = targetOf(write);
  return own === 'all' ? isNext(read[side], revision) : own === target && (read[side] ?? 0) >= previous;
}

/**
 * Removes a cover. Writers from the time when it was there have still not seen the state that it
 * hid. A write over a delete was made where nothing was shown, so it replaces nothing if the delete
 * has failed.
 */
function lift(covers: Known['covers'], cover: Cover, side: Side): void {
  for (const { write, under, read } of covers.values()) {
    if (!under[side].delete(cover)) continue;
    const isOverDelete = isDelete(cover.write) && !isDelete(write);
    read[side] = least([read[side], isOverDelete ? 0 : (cover.seen[side] ?? 0)]);
  }
}

const isNext = (seen: number | undefined, revision: number): boolean => revision === (seen ?? 0) + 1;

/** Updates in the order of the writes: the writes over another one were made before it. */
function refresh({ covers }: Known): void {
  for (const { seen, read, under } of covers.values())
    for (const side of SIDES)
      seen[side] = least([read[side], ...[...under[side]].map((it) => it.seen[side] ?? 0)]);
}

/** Undefined when a side reports no revision. */
function least(revisions: readonly (number | undefined)[]): number | undefined {
  return revisions.reduce((a, b) => (a === undefined || b === undefined ? undefined : Math.min(a, b)));
}
