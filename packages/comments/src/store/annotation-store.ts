/**
 * Store of both servers: a row for each thread under (organizationId, annotationId), and one for
 * each comment, so that a write costs the same however long the thread is. Small enough for any
 * database.
 */
import type { Listed } from '../content/list-parts.js';
import { COMMENTS_LIMITS } from '../limits.js';
import type { Applied, Conflict, ThreadPut } from './applied.js';
import { type ApplyOptions, applyChange } from './apply-change.js';
import { applyAnnouncement, applyDelete } from './apply-delete.js';
import type { ThreadChange } from './change.js';
import type { StoredThread } from './rows.js';
import { withSize } from './size.js';

/**
 * Selects threads. All conditions that are given must hold; with none of the three every thread of
 * the organization is found.
 */
export interface AnnotationQuery {
  readonly organizationId: string;
  /** Ids of the threads. */
  readonly annotationIds?: readonly string[] | undefined;
  /** `metadata.documentId` */
  readonly documentIds?: readonly string[] | undefined;
  /** `metadata.folderId` */
  readonly folderId?: string | undefined;
  /** True to find deleted threads too; false by default. */
  readonly withDeleted?: boolean | undefined;
  /** The most threads of one page; all by default. */
  readonly limit?: number | undefined;
  /**
   * A page ends before its threads have more characters than that by their `size`, but not before
   * its first.
   */
  readonly characters?: number | undefined;
  /** `next` of the page before; an InvalidCursorError for what is none. */
  readonly after?: string | undefined;
}

/** One page of the threads that were found. */
export interface AnnotationPage {
  /** Oldest first, with all their comments; deleted comments are there as tombstones. */
  readonly threads: readonly StoredThread[];
  /** Null: there are no more. */
  readonly next: string | null;
}

/** Key of a stored thread. */
export interface AnnotationKey {
  readonly organizationId: string;
  readonly annotationId: string;
}

/** A write to a thread, and the revision on which it is based. */
export interface AnnotationPut extends ThreadPut {
  readonly organizationId: string;
  /** The thread's revision that was read; 0: the row did not exist. */
  readonly revision: number;
}

/** Selects the threads whose revisions are read. */
export interface RevisionsQuery {
  readonly organizationId: string;
  /** `metadata.documentId` of the threads. */
  readonly documentIds: readonly string[];
}

/** Store of threads and their comments: three methods over any database. */
export interface AnnotationStore {
  /**
   * MUST see everything that was committed before the call, and read a thread's revision before its
   * comments.
   */
  readonly find: (query: AnnotationQuery) => Promise<AnnotationPage>;
  /**
   * Ids and revisions of all threads of these documents, deleted ones included. MUST see everything
   * that was committed before the call. Without this method every list is a whole one.
   */
  readonly revisions?: (query: RevisionsQuery) => Promise<readonly Listed[]>;
  /**
   * The thread with those of the comments that are there; null: no such thread. Deleted ones too.
   */
  readonly load: (key: AnnotationKey, commentIds: readonly string[]) => Promise<StoredThread | null>;
  /**
   * MUST write everything or nothing, and only if the thread's revision is still the given one,
   * which then grows by one. Of two writes that race, the other gets `conflict`. The package has no
   * fallback: without this one of two people who write at once loses their words.
   */
  readonly put: (put: AnnotationPut) => Promise<'committed' | 'conflict'>;
}

/** The same store, in which nothing is written: for the result that a write would have. */
export const tryingOut = (store: AnnotationStore): AnnotationStore => ({
  find: (query) => store.find(query),
  load: (key, commentIds) => store.load(key, commentIds),
  ...(store.revisions && { revisions: store.revisions }),
  put: async () => 'committed',
});

/** Result of a write. */
export type WriteResult =
  | { readonly outcome: 'conflict'; readonly conflict: Conflict; readonly stored: StoredThread | null }
  | {
      readonly outcome: 'done';
      /** Revision of the thread after the write. */
      readonly revision: number;
      /** Revision of the written row before it: a writer who had seen that has seen everything. */
      readonly previous: number;
      /** Time of the server when the written row was made; undefined: the row does not say. */
      readonly at: number | undefined;
      /** Revision of the customer's side up to which the service has every write; 0: unknown. */
      readonly customerRevision: number;
    };

/**
 * Every conflict of the store is progress of another write, so this many in a row mean that
 * something is wrong.
 */
const MOST_CONFLICTS = 100;

/** Decides what the write does to what is stored; throws to refuse it. */
type Decide = (stored: StoredThread | null) => Applied | Promise<Applied>;

interface Checked {
  /** Told of what is stored each time before it is written; throws to refuse the write. */
  readonly check?: (stored: StoredThread | null) => Promise<void>;
}

/**
 * Writes a change.
 *
 * @throws ThreadFullError; Error when it never gets through.
 */
export const writeChange = (
  store: AnnotationStore,
  organizationId: string,
  change: ThreadChange,
  options: ApplyOptions & Checked,
): Promise<WriteResult> => {
  const key = { organizationId, annotationId: change.annotationId };
  // To take a thread back it matters what else is in it.
  const isWhole = change.withdraws !== undefined && change.thread !== null;
  const read = () => (isWhole ? loadWhole(store, key) : store.load(key, [...change.comments.keys()]));
  return untilCommitted(store, organizationId, read, async (stored) => {
    await options.check?.(stored);
    return applyChange(stored, change, { now: Date.now(), ...options });
  });
};

type DeleteOptions = Parameters<typeof applyDelete>[2] & Checked;

/**
 * Deletes a thread. A thread that is deleted already, or that does not exist, is as it should be.
 */
export const writeDelete = (
  store: AnnotationStore,
  key: AnnotationKey,
  options: DeleteOptions,
): Promise<WriteResult> => writeWhole(store, key, options, applyDelete);

/** Says that a thread is about to be deleted; refused as its deletion would be. */
export const writeAnnouncement = (
  store: AnnotationStore,
  key: AnnotationKey,
  options: DeleteOptions,
): Promise<WriteResult> => writeWhole(store, key, options, applyAnnouncement);

/** Reads the thread with all its comments: they go too, and whose they are matters. */
function writeWhole(
  store: AnnotationStore,
  key: AnnotationKey,
  options: DeleteOptions,
  apply: typeof applyDelete,
): Promise<WriteResult> {
  const { organizationId, annotationId } = key;
  return untilCommitted(
    store,
    organizationId,
    () => loadWhole(store, key),
    async (stored) => {
      await options.check?.(stored);
      return apply(stored, annotationId, options);
    },
  );
}

async function loadWhole(
  store: AnnotationStore,
  { organizationId, annotationId }: AnnotationKey,
): Promise<StoredThread | null> {
  const query = { organizationId, annotationIds: [annotationId], withDeleted: true };
  return (await store.find(query)).threads[0] ?? null;
}

async function untilCommitted(
  store: AnnotationStore,
  organizationId: string,
  read: () => Promise<StoredThread | null>,
  decide: Decide,
): Promise<WriteResult> {
  for (let count = 0; count < MOST_CONFLICTS; count += 1) {
    const stored = await read();
    const applied = await decide(stored);
    if (applied.outcome === 'conflict') return { outcome: 'conflict', conflict: applied.conflict, stored };
    const { previous } = applied;
    if (applied.outcome === 'unchanged')
      return { outcome: 'done', revision: applied.revision, previous, ...knownOf(stored, stored) };
    const revision = stored?.revision ?? 0;
    const put = { ...withSize(stored, applied.put), organizationId, revision };
    if ((await store.put(put)) === 'committed')
      return { outcome: 'done', revision: revision + 1, previous, ...knownOf(put, stored) };
  }
  throw new Error(`the store answered "conflict" ${MOST_CONFLICTS} times in a row`);
}

const knownOf = (rows: Pick<ThreadPut, 'thread' | 'comments'> | null, stored: StoredThread | null) => ({
  at: timeOf(rows),
  customerRevision: (rows?.thread ?? stored?.thread)?.landed?.to ?? 0,
});

/** A write is about the comment that was loaded or put for it, otherwise about the thread. */
const timeOf = (rows: Pick<ThreadPut, 'thread' | 'comments'> | null): number | undefined =>
  (Object.values(rows?.comments ?? {})[0] ?? rows?.thread)?.at;

/** Pages that are read one after the other. */
export async function* allThreads(
  store: AnnotationStore,
  query: AnnotationQuery,
): AsyncGenerator<StoredThread> {
  let after: string | undefined;
  const characters = COMMENTS_LIMITS.answerCharacters;
  do {
    const page: AnnotationPage = await store.find({ limit: 200, characters, ...query, after });
    yield* page.threads;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
