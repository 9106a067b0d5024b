/** The store in memory: for tests and for trying things out; nothing outlives the process. */
import { fitting, positionOf } from '@org/approval-internal/thread-pages';
import type { AnnotationPut, AnnotationQuery, AnnotationStore } from './annotation-store.js';
import { isObject } from '../record.js';
import type { StoredRow, StoredThread } from './rows.js';

interface Kept {
  /** Grows with each thread that is made. */
  readonly position: number;
  readonly annotationId: string;
  revision: number;
  thread: StoredRow;
  readonly comments: Map<string, StoredRow>;
}

/** A store in memory: for tests and for trying things out; nothing outlives the process. */
export function createMemoryAnnotationStore(): AnnotationStore {
  /** Threads by organization, then by annotationId, in the order of their making. */
  const organizations = new Map<string, Map<string, Kept>>();
  let position = 0;

  const keptOf = (organizationId: string): Map<string, Kept> => {
    const kept = organizations.get(organizationId) ?? new Map<string, Kept>();
    organizations.set(organizationId, kept);
    return kept;
  };

  return {
    find: async (query) => {
      const { limit = Infinity, characters, after } = query;
      const start = positionOf(after);
      const found = candidates(keptOf(query.organizationId), query).filter(
        (it) => it.position > start && matches(it, query),
      );
      const rows = found.slice(0, limit).map((it) => it.thread);
      const page = found.slice(0, fitting(rows, characters));
      const next = found.length > page.length ? String(page.at(-1)?.position ?? start) : null;
      return { threads: page.map((it) => copyOf(it, [...it.comments.keys()])), next };
    },
    revisions: async ({ organizationId, documentIds }) =>
      [...keptOf(organizationId).values()]
        .filter((it) => matches(it, { organizationId, documentIds, withDeleted: true }))
        .map(({ annotationId, revision }) => ({ annotationId, revision })),
    load: async ({ organizationId, annotationId }, commentIds) => {
      const kept = keptOf(organizationId).get(annotationId);
      return kept === undefined ? null : copyOf(kept, commentIds);
    },
    put: async (put) => {
      const kept = keptOf(put.organizationId);
      const before = kept.get(put.annotationId);
      if ((before?.revision ?? 0) !== put.revision) return 'conflict';
      write(kept, before, put, () => (position += 1));
      return 'committed';
    },
  };
}

function write(
  kept: Map<string, Kept>,
  before: Kept | undefined,
  put: AnnotationPut,
  place: () => number,
): void {
  const { annotationId, revision, thread, comments, dropComments = false } = structuredClone(put);
  if (before === undefined && thread === null) throw new TypeError('a new thread needs its own row');
  const after = before ?? {
    position: place(),
    annotationId,
    revision,
    thread: thread as StoredRow,
    comments: new Map(),
  };
  after.revision = revision + 1;
  if (thread !== null) after.thread = thread;
  if (dropComments) after.comments.clear();
  for (const [key, row] of Object.entries(comments)) after.comments.set(key, row);
  kept.set(annotationId, after);
}

/** A query by ids does not look at all other threads. */
function candidates(kept: Map<string, Kept>, { annotationIds }: AnnotationQuery): Kept[] {
  if (annotationIds === undefined) return [...kept.values()];
  return [...new Set(annotationIds)]
    .flatMap((id) => kept.get(id) ?? [])
    .sort((a, b) => a.position - b.position);
}

function matches({ thread }: Kept, { documentIds, folderId, withDeleted = false }: AnnotationQuery): boolean {
  // A thread that says no place is in none, and disturbs no other query.
  const metadata = isObject(thread.record.metadata) ? thread.record.metadata : {};
  return (
    (withDeleted || thread.isDeleted !== true) &&
    (documentIds?.some((it) => it === metadata.documentId) ?? true) &&
    (folderId === undefined || metadata.folderId === folderId)
  );
}

/** A copy, which its reader may change. */
function copyOf({ annotationId, revision, thread, comments }: Kept, keys: readonly string[]): StoredThread {
  const asked = keys.flatMap((key) => {
    const row = comments.get(key);
    return row === undefined ? [] : [[key, row] as const];
  });
  return structuredClone({ annotationId, revision, thread, comments: Object.fromEntries(asked) });
}
