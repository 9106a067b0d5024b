/**
 * The order in which a person made their writes: an older one that is tried again never replaces a
 * newer one.
 */
import { type Covering, FOLLOWING, isDelete, isThreadDelete } from './seeing.js';

/** The thread as a whole, beside its fields and its comments. */
const ALL = '*';
/** The deletion of a comment, beside everything that the comment has. */
const GONE = '-';

export class OwnWrites {
  #made = 0;
  /**
   * Latest writes by thread, then by target and field: those of this person that both sides have
   * taken.
   */
  readonly #taken = new Map<string, Map<string, number>>();

  /** Returns the position of a write that is made now. */
  next(): number {
    this.#made += 1;
    return this.#made;
  }

  /** Records that both sides have taken the write. */
  take(write: Covering, order: number): void {
    const taken = this.#taken.get(write.annotationId) ?? new Map<string, number>();
    this.#taken.set(write.annotationId, taken);
    for (const key of keysOf(write)) taken.set(key, Math.max(order, taken.get(key) ?? 0));
  }

  /** True when the same person has deleted the thread or the comment since, at both sides. */
  hasDeleted({ annotationId, commentId }: Covering, order: number): boolean {
    const taken = this.#taken.get(annotationId);
    return [ALL, `${commentId}/${GONE}`].some((it) => (taken?.get(it) ?? 0) > order);
  }

  /** True when the same person has written the same since, and both sides have taken that. */
  isOlder(write: Covering, order: number): boolean {
    const taken = [...(this.#taken.get(write.annotationId) ?? [])];
    const keys = keysOf(write);
    return taken.some(([key, at]) => at > order && keys.some((it) => meets(it, key)));
  }
}

function keysOf(write: Covering): string[] {
  if (isThreadDelete(write)) return [ALL];
  const target = `${write.commentId ?? ''}/`;
  if (isDelete(write)) return [target + ALL, target + GONE];
  const fields = write.fields.filter((it) => !FOLLOWING.includes(it));
  return fields.length === 0 ? [target + ALL] : fields.map((it) => target + it);
}

function meets(a: string, b: string): boolean {
  if (a === b || a === ALL || b === ALL) return true;
  const [targetA, targetB] = [a, b].map((it) => it.slice(0, it.indexOf('/')));
  return targetA === targetB && [a, b].some((it) => it.endsWith(`/${ALL}`));
}
