/**
 * The threads that the client knows: what both sides have confirmed, and over it the changes that are under way. What
 * is shown is the confirmed record with those changes applied in order, so a change that fails is taken back by
 * leaving it out, and takes nothing else with it.
 */
import type { CustomFields } from '../content/custom-fields.js';
import { isResolved, merge } from '../content/merge.js';
import { versionOf } from '../provider/loader.js';
import type { CommentAnnotation, PartialCommentAnnotation, StructuralAnnotation } from '../record.js';

/** Gives the thread as it is after the change; undefined is a thread that is not there. Pure. */
export type Apply = (thread: CommentAnnotation | undefined) => CommentAnnotation | undefined;

export interface Change {
  readonly annotationId: string;
  /** The comment that it is about; absent when it is the thread itself. */
  readonly commentId?: number;
  readonly apply: Apply;
}

interface Entry {
  readonly structural: StructuralAnnotation;
  /** null: the customer has none, or it could not be had. */
  readonly content: PartialCommentAnnotation | null;
  /** The version of `structural` that `content` was read for; null: it was not read. */
  readonly contentVersion: string | null;
  /** When it was last confirmed, in steps of the state's own counter. */
  readonly stamp: number;
}

export class Threads {
  readonly #custom: CustomFields;
  readonly #entries = new Map<string, Entry>();
  /** So that a thread that did not change stays the same object. */
  readonly #merged = new WeakMap<Entry, CommentAnnotation>();
  /** When threads were deleted: a list that was asked for before may still name them. */
  readonly #deleted = new Map<string, number>();
  readonly #changes = new Set<Change>();
  /** Those of the changes that failed and are shown all the same. */
  readonly #kept = new Set<Change>();
  readonly #listeners = new Set<() => void>();
  #stamp = 0;
  #shown: readonly CommentAnnotation[] | null = null;

  constructor(custom: CustomFields) {
    this.#custom = custom;
  }

  /** A read that starts now says nothing about what is confirmed later. */
  now(): number {
    return this.#stamp;
  }

  /** What the service lists for `documentIds`, asked for at `since`. */
  listed(documentIds: readonly string[], threads: readonly StructuralAnnotation[], since: number): void {
    const listed = new Set(threads.map((it) => it.annotationId));
    for (const { structural, stamp } of this.#of(documentIds)) {
      if (stamp <= since && !listed.has(structural.annotationId))
        this.#entries.delete(structural.annotationId);
    }
    for (const structural of threads) {
      const { annotationId } = structural;
      const known = this.#entries.get(annotationId);
      if ((this.#deleted.get(annotationId) ?? 0) > since || (known?.stamp ?? 0) > since) continue;
      if (known && versionOf(known.structural) === versionOf(structural)) continue;
      const { content = null, contentVersion = null } = known ?? {};
      this.#entries.set(annotationId, { structural, content, contentVersion, stamp: since });
    }
    this.#changed();
  }

  confirmed(annotationId: string): CommentAnnotation | undefined {
    const entry = this.#entries.get(annotationId);
    if (entry === undefined) return undefined;
    const merged = this.#merged.get(entry) ?? merge(entry.structural, entry.content, this.#custom);
    this.#merged.set(entry, merged);
    return merged;
  }

  /** The threads of these documents whose content is with the customer. */
  resolved(documentIds: readonly string[]): StructuralAnnotation[] {
    return this.#of(documentIds)
      .map((it) => it.structural)
      .filter(isResolved);
  }

  /** The thread, if its content has not been read as it is now. */
  unread(annotationId: string): StructuralAnnotation | null {
    const entry = this.#entries.get(annotationId);
    if (entry === undefined || !isResolved(entry.structural)) return null;
    return entry.contentVersion === versionOf(entry.structural) ? null : entry.structural;
  }

  /**
   * Content that was read for `thread`; ignored if the thread has changed since. 'failed': the thread is shown
   * without content, and asked for again with the next read.
   */
  setContent(thread: StructuralAnnotation, content: PartialCommentAnnotation | null | 'failed'): void {
    const entry = this.#entries.get(thread.annotationId);
    if (entry?.structural !== thread) return;
    const read =
      content === 'failed'
        ? { content: null, contentVersion: null }
        : { content, contentVersion: versionOf(thread) };
    this.#entries.set(thread.annotationId, { ...entry, ...read });
    this.#changed();
  }

  /** What was read is shown, and read again with the next read or write. */
  forgetContent(annotationId: string): void {
    const entry = this.#entries.get(annotationId);
    if (entry) this.#entries.set(annotationId, { ...entry, contentVersion: null });
  }

  /** Both sides have this change. */
  settle(change: Change, structural: StructuralAnnotation, content: PartialCommentAnnotation): void {
    this.#stamp += 1;
    for (const kept of this.keptBefore(change)) this.#forgetChange(kept);
    const entry = { structural, content, contentVersion: versionOf(structural), stamp: this.#stamp };
    this.#entries.set(change.annotationId, entry);
    this.#deleted.delete(change.annotationId);
    this.drop(change);
  }

  /** Both sides have deleted the thread. */
  settleDelete(change: Change): void {
    this.#stamp += 1;
    this.#entries.delete(change.annotationId);
    this.#deleted.set(change.annotationId, this.#stamp);
    for (const kept of this.#kept) if (kept.annotationId === change.annotationId) this.#forgetChange(kept);
    this.drop(change);
  }

  /** The customer has deleted its part, the service has not. */
  loseContent(annotationId: string): void {
    const thread = this.#entries.get(annotationId)?.structural;
    if (thread) this.setContent(thread, 'failed');
  }

  add(change: Change): void {
    this.#changes.add(change);
    this.#changed();
  }

  /** The change failed: it is not shown any more. */
  drop(change: Change): void {
    this.#forgetChange(change);
    this.#changed();
  }

  /** The change failed, and is shown all the same; the next write to the same comment takes it along. */
  keep(change: Change): void {
    this.#kept.add(change);
  }

  /** Failed changes that a write builds upon: to the same comment, or to a thread that is nowhere else yet. */
  keptBefore({ annotationId, commentId }: Change): Change[] {
    return [...this.#kept].filter(
      (it) =>
        it.annotationId === annotationId && (it.commentId === commentId || !this.#entries.has(annotationId)),
    );
  }

  /** What is shown: the same list until something changes. */
  shown(): readonly CommentAnnotation[] {
    if (this.#shown === null) {
      const ids = new Set([...this.#entries.keys(), ...[...this.#changes].map((it) => it.annotationId)]);
      this.#shown = [...ids].map((id) => this.find(id)).filter((it) => it !== undefined);
    }
    return this.#shown;
  }

  find(annotationId: string): CommentAnnotation | undefined {
    return [...this.#changes]
      .filter((it) => it.annotationId === annotationId)
      .reduce<CommentAnnotation | undefined>(
        (thread, change) => change.apply(thread),
        this.confirmed(annotationId),
      );
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #of(documentIds: readonly string[]): Entry[] {
    return [...this.#entries.values()].filter((it) =>
      documentIds.includes(it.structural.metadata.documentId ?? ''),
    );
  }

  #forgetChange(change: Change): void {
    this.#changes.delete(change);
    this.#kept.delete(change);
  }

  #changed(): void {
    this.#shown = null;
    for (const listener of this.#listeners) listener();
  }
}
