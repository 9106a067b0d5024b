/** The list of the threads that are shown, and its listeners. */
import type { CommentAnnotation } from '../record.js';

interface Source {
  /** All threads, in their order. */
  readonly ids: () => Iterable<string>;
  /** Returns the thread as it is shown; undefined when it is not shown. */
  readonly find: (annotationId: string) => CommentAnnotation | undefined;
}

export class Shown {
  readonly #source: Source;
  readonly #listeners = new Set<() => void>();
  #isTelling = true;
  /** Null when it must be rebuilt. */
  #list: readonly CommentAnnotation[] | null = null;
  /** Place of each thread in the list. */
  #places: ReadonlyMap<string, number> = new Map();
  /** Threads that are not in the list as they are. */
  readonly #stale = new Set<string>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** The same list until something changes. */
  list(): readonly CommentAnnotation[] {
    const list = (this.#list && this.#patched(this.#list)) ?? this.#made();
    this.#list = list;
    this.#stale.clear();
    return list;
  }

  #made(): readonly CommentAnnotation[] {
    const { ids, find } = this.#source;
    const list = [...ids()].map((id) => find(id)).filter((it) => it !== undefined);
    this.#places = new Map(list.map((it, index) => [it.annotationId, index]));
    return list;
  }

  /**
   * Replaces one changed thread among thousands: the others stay in their places. Returns null when
   * the thread has come or gone.
   */
  #patched(before: readonly CommentAnnotation[]): readonly CommentAnnotation[] | null {
    if (this.#stale.size === 0) return before;
    const after = [...before];
    for (const id of this.#stale) {
      const [place, thread] = [this.#places.get(id), this.#source.find(id)];
      if (place === undefined || thread === undefined) return null;
      after[place] = thread;
    }
    return after;
  }

  /** @param annotationId the thread that has changed; without it, any of them. */
  changed(annotationId?: string): void {
    if (annotationId === undefined) this.#list = null;
    else this.#stale.add(annotationId);
    this.#tell();
  }

  /** Notifies listeners once for all changes that `change` makes: each reads all shown threads. */
  together(change: () => void): void {
    this.#isTelling = false;
    try {
      change();
    } finally {
      this.#isTelling = true;
      this.#tell();
    }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    if (!this.#isTelling) return;
    for (const listener of this.#listeners) listener();
  }
}
