/**
 * The threads that the client knows: the state that both sides have confirmed, and over it the
 * changes under way. The shown thread is the confirmed record with those changes applied in order.
 * A change that fails is undone by leaving it out, which keeps all others.
 */
import type { CustomFields } from '../content/custom-fields.js';
import { isResolved, merge, mergeAgain } from '../content/merge.js';
import type { CommentAnnotation, PartialCommentAnnotation, StructuralAnnotation } from '../record.js';
import type { LoadedContent } from '../provider/loader.js';
import type { ListedAnnotation, Written } from '../service/port.js';
import type { LastList } from './last-list.js';
import { OwnWrites } from './own-writes.js';
import { type Covering, Seeing } from './seeing.js';
import { Shown } from './shown.js';
import { timed } from './times.js';

/** Returns the thread after the change; undefined for a thread that does not exist. Pure. */
type Apply = (thread: CommentAnnotation | undefined) => CommentAnnotation | undefined;

export interface Change extends Covering {
  readonly apply: Apply;
  /** The thread that is made, where the change makes one. */
  readonly made?: CommentAnnotation;
}

interface Entry {
  readonly structural: StructuralAnnotation;
  /** The service's revision of the thread. */
  readonly revision: number;
  /** null when the customer has none, or it was unavailable. */
  readonly content: PartialCommentAnnotation | null;
  /**
   * The service's revision that `content` was read for; null when it was not read, or may be old.
   */
  readonly contentFor: number | null;
  /** Position of the request that `content` answers; 0: none was answered. */
  readonly contentOrder: number;
  /** True when `content` has only the person's own writes, since the rest was never read. */
  readonly isPartial: boolean;
  /** Time of the last confirmation, in steps of the state's own counter. */
  readonly stamp: number;
}

/** Records of both sides after a write, from those before it, as far as the writer knows. */
export interface Patch {
  readonly structural: (stored: StructuralAnnotation | undefined) => StructuralAnnotation;
  readonly content: (stored: PartialCommentAnnotation | null) => PartialCommentAnnotation;
}

/** Result of a write on both sides: the written state, or the state written over it since. */
export interface Outcome {
  readonly service: Written;
  /**
   * True when the service had the write before, and others have written since. Its current state
   * must be read.
   */
  readonly isServiceBehind: boolean;
  /** The same for the customer's side. */
  readonly isCustomerBehind: boolean;
}

/** A revision that no list has: the thread is taken from the next list, at any revision. */
const NOT_LISTED = 0;

export class Threads {
  /** Revisions that the person has seen of each thread: the base of their writes. */
  readonly seeing = new Seeing();
  readonly own = new OwnWrites();
  /** Last list of the service; null while lists are short. */
  lastList: LastList | null = null;
  readonly #custom: CustomFields;
  readonly #entries = new Map<string, Entry>();
  /** Cache that keeps a thread that did not change the same object. */
  readonly #merged = new WeakMap<Entry, CommentAnnotation>();
  /**
   * Times at which threads were deleted, or found to be gone: a list that was requested before may
   * still name them.
   */
  readonly #deleted = new Map<string, number>();
  /** Under way or kept, by thread, in their order. */
  readonly #changes = new Map<string, Set<Change>>();
  /** Changes that failed and are still shown. */
  readonly #kept = new Set<Change>();
  #stamp = 0;
  readonly #list = new Shown({
    ids: () => new Set([...this.#entries.keys(), ...this.#changes.keys()]),
    find: (id) => this.find(id),
  });

  constructor(custom: CustomFields) {
    this.#custom = custom;
  }

  /** Returns the digests of what is listed of these documents; undefined before the first list. */
  digests(documentIds: readonly string[]): string[] | undefined {
    return this.lastList?.digests(documentIds, (id) => this.#entries.get(id)?.revision);
  }

  /**
   * Returns the time of a read that starts now: its answer does not replace later confirmations.
   */
  now(): number {
    return this.#stamp;
  }

  /**
   * Takes the service's list for `documentIds`, requested at `since`. Answers come in any order:
   * state that was confirmed after that stays, unless this list is newer by its revision.
   *
   * @param isListed false for a thread about which the list says nothing: it has not changed
   */
  listed(
    documentIds: readonly string[],
    threads: readonly ListedAnnotation[],
    since: number,
    isListed: (annotationId: string) => boolean = () => true,
  ): void {
    this.#stamp += 1;
    const listed = new Set(threads.map((it) => it.annotation.annotationId));
    for (const { structural, stamp } of this.#of(documentIds)) {
      const { annotationId } = structural;
      if (stamp > since || listed.has(annotationId) || !isListed(annotationId)) continue;
      this.#entries.delete(annotationId);
      this.#deleted.set(annotationId, this.#stamp);
      this.seeing.forget(annotationId);
    }
    for (const thread of threads) {
      const { annotation, revision } = thread;
      const { annotationId } = annotation;
      const known = this.#entries.get(annotationId);
      if ((this.#deleted.get(annotationId) ?? 0) > since) continue;
      if (known !== undefined && known.stamp > since && isBehind(revision, known)) continue;
      this.seeing.read(annotationId, 'service', revision);
      this.seeing.landed(annotationId, thread.customerRevision);
      if (known?.revision === revision) continue;
      const { content = null, contentFor = null, contentOrder = 0, isPartial = false } = known ?? {};
      const read = { content, contentFor, contentOrder, isPartial };
      const structural = timed(thread);
      this.#entries.set(annotationId, { structural, revision, ...read, stamp: this.#stamp });
    }
    this.#list.changed();
  }

  confirmed(annotationId: string): CommentAnnotation | undefined {
    const entry = this.#entries.get(annotationId);
    if (entry === undefined) return undefined;
    const merged = this.#merged.get(entry) ?? merge(entry.structural, entry.content, this.#custom);
    this.#merged.set(entry, merged);
    return merged;
  }

  /** Returns the stored thread, split into its parts; undefined when it is not known. */
  stored(annotationId: string): Omit<Entry, 'contentFor' | 'contentOrder' | 'stamp'> | undefined {
    return this.#entries.get(annotationId);
  }

  /** Returns the threads of these documents whose content is with the customer. */
  resolved(documentIds: readonly string[]): ListedAnnotation[] {
    return this.#of(documentIds)
      .filter((it) => isResolved(it.structural))
      .map(listedOf);
  }

  /** Returns the thread, if its current content has not been read. */
  unread(annotationId: string): ListedAnnotation | null {
    const entry = this.#entries.get(annotationId);
    if (entry === undefined || !isResolved(entry.structural)) return null;
    return entry.contentFor === entry.revision ? null : listedOf(entry);
  }

  /**
   * Takes content that was read for a revision of the thread; ignored if the thread has changed
   * since, or if a later request has been answered. Content that could not be read is shown no
   * more, and asked for again with the next read.
   */
  setContent({ annotation, revision }: ListedAnnotation, loaded: LoadedContent): void {
    const { annotationId } = annotation;
    const entry = this.#entries.get(annotationId);
    // The base of the next write is what was read last: older words are never shown over it.
    if (entry?.revision !== revision || loaded.order < entry.contentOrder) return;
    const content = loaded.ok ? loaded.content : null;
    const contentFor = loaded.ok ? revision : null;
    this.#entries.set(annotationId, {
      ...entry,
      ...{ content, contentFor, contentOrder: loaded.order, isPartial: false },
    });
    if (loaded.ok && content !== null) this.seeing.read(annotationId, 'customer', loaded.revision);
    this.#list.changed(annotationId);
  }

  /** Marks content as old: it stays shown, and is read again with the next read or write. */
  forgetContent(annotationId: string): void {
    const entry = this.#entries.get(annotationId);
    if (entry) this.#entries.set(annotationId, { ...entry, contentFor: null });
  }

  /** Records that both sides have this change, or had it before others changed the same. */
  settle(change: Change, patch: Patch, { service, isServiceBehind, isCustomerBehind }: Outcome): void {
    this.#stamp += 1;
    const { annotationId } = change;
    const before = this.#entries.get(annotationId);
    // A write of another client in between is read with the next list.
    const known = before?.revision ?? 0;
    const isNext = !isServiceBehind && service.revision === known + 1 && service.previous <= known;
    const revision = isNext ? service.revision : NOT_LISTED;
    const isRead = before === undefined || before.contentFor === before.revision;
    const contentFor = isRead && !isCustomerBehind ? revision : null;
    const stored = before?.structural;
    const structural = added(change, service, isServiceBehind && stored ? stored : patch.structural(stored));
    const content = isCustomerBehind ? (before?.content ?? null) : patch.content(before?.content ?? null);
    const isUnread = before?.content === null && isResolved(before.structural);
    const isPartial = before !== undefined && (before.isPartial || isUnread);
    const contentOrder = before?.contentOrder ?? 0;
    const after = { structural, revision, content, contentFor, contentOrder, isPartial, stamp: this.#stamp };
    this.#entries.set(annotationId, after);
    const merged = before && this.#merged.get(before);
    const key = change.commentId === undefined ? undefined : String(change.commentId);
    if (merged !== undefined && change.made === undefined)
      this.#merged.set(after, mergeAgain({ merged, key }, structural, content, this.#custom));
    this.#deleted.delete(annotationId);
    this.drop(change);
  }

  /** Records that both sides have deleted the thread. */
  settleDelete(change: Change): void {
    this.#stamp += 1;
    this.#entries.delete(change.annotationId);
    this.#deleted.set(change.annotationId, this.#stamp);
    for (const kept of this.#kept) if (kept.annotationId === change.annotationId) this.#forgetChange(kept);
    this.seeing.forget(change.annotationId);
    this.drop(change);
  }

  /** Records that the customer has deleted its part and the service has not. */
  loseContent(annotationId: string): void {
    const entry = this.#entries.get(annotationId);
    if (entry === undefined) return;
    this.#entries.set(annotationId, { ...entry, content: null, contentFor: null, isPartial: false });
    this.#list.changed(annotationId);
  }

  add(change: Change): void {
    const changes = this.#changes.get(change.annotationId) ?? new Set<Change>();
    this.#changes.set(change.annotationId, changes.add(change));
    this.#list.changed(change.annotationId);
  }

  /** Drops a failed change: it is not shown any more. */
  drop(change: Change): void {
    this.#forgetChange(change);
    this.#list.changed(change.annotationId);
  }

  /**
   * Keeps a failed change: it is still shown, and the next write to the same comment sends it
   * first.
   */
  keep(change: Change): void {
    this.#kept.add(change);
    this.seeing.kept(change);
  }

  isKept(change: Change): boolean {
    return this.#kept.has(change);
  }

  /**
   * Returns the failed changes that a write builds upon, the creation of the thread first: to the
   * same comment, or to a thread that neither side has yet.
   */
  keptBefore<Of extends Change>({ annotationId, commentId }: Of): Of[] {
    const isNew = !this.#entries.has(annotationId);
    const kept = [...this.#kept].filter(
      (it) => it.annotationId === annotationId && (it.commentId === commentId || isNew),
    ) as Of[];
    const isMaking = ({ made }: Of) => made !== undefined;
    return [...kept.filter(isMaking), ...kept.filter((it) => !isMaking(it))];
  }

  /** Returns the shown threads: the same list until something changes. */
  shown(): readonly CommentAnnotation[] {
    return this.#list.list();
  }

  find(annotationId: string): CommentAnnotation | undefined {
    return [...(this.#changes.get(annotationId) ?? [])].reduce<CommentAnnotation | undefined>(
      (thread, change) => change.apply(thread),
      this.confirmed(annotationId),
    );
  }

  subscribe(listener: () => void): () => void {
    return this.#list.subscribe(listener);
  }

  /** Notifies listeners once for all changes that `change` makes. */
  together(change: () => void): void {
    this.#list.together(change);
  }

  #of(documentIds: readonly string[]): Entry[] {
    const asked = new Set<unknown>(documentIds);
    return [...this.#entries.values()].filter((it) => asked.has(it.structural.metadata.documentId ?? ''));
  }

  #forgetChange(change: Change): void {
    this.#kept.delete(change);
    this.seeing.uncover(change);
    const changes = this.#changes.get(change.annotationId);
    changes?.delete(change);
    if (changes?.size === 0) this.#changes.delete(change.annotationId);
  }
}

/** True if a list that was under way when the entry was made has nothing new of it. */
const isBehind = (revision: number, { revision: known }: Entry): boolean =>
  known === NOT_LISTED || revision < known;

/** The thread after a write, with the service's time in what an add has made. */
function added(
  { event, made, commentId }: Change,
  { storedAt, previous }: Written,
  thread: StructuralAnnotation,
): StructuralAnnotation {
  if (storedAt === undefined || !event.endsWith('.add')) return thread;
  const keys = commentId === undefined ? Object.keys(made?.comments ?? {}) : [String(commentId)];
  const times = Object.fromEntries(keys.map((key) => [key, storedAt]));
  // An add of an existing thread adds only comments.
  const isNew = made !== undefined && previous === 0;
  return timed({ annotation: thread, times: { ...(isNew && { thread: storedAt }), comments: times } });
}

const listedOf = ({ structural, revision }: Entry): ListedAnnotation => ({
  annotation: structural,
  revision,
});
