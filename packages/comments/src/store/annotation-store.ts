/**
 * What both servers keep their threads in: rows under (organizationId, annotationId) with a revision. Small enough
 * for any database: in SQL `find` is one select, and `put` one insert, update or delete with the revision in it.
 */
import { type AnnotationRecord, type SavedChange, applySave } from './apply-save.js';

export interface StoredAnnotation {
  readonly record: AnnotationRecord;
  /** Counts the writes of this row, from 1. */
  readonly revision: number;
}

/** All that are given must hold; with neither of the three every thread of the organization is found. */
export interface AnnotationQuery {
  readonly organizationId: string;
  readonly annotationIds?: readonly string[] | undefined;
  /** `metadata.documentId` */
  readonly documentIds?: readonly string[] | undefined;
  /** `metadata.folderId` */
  readonly folderId?: string | undefined;
}

export interface AnnotationPut {
  readonly organizationId: string;
  readonly annotationId: string;
  /** The revision that was read; 0: there was no row. */
  readonly revision: number;
  /** null deletes the row. */
  readonly record: AnnotationRecord | null;
}

export interface AnnotationStore {
  /** MUST see everything that was committed before the call. Oldest thread first. */
  readonly find: (query: AnnotationQuery) => Promise<readonly StoredAnnotation[]>;
  /**
   * MUST write only if the row's revision is still the given one; of two that race, the other gets `conflict`. There
   * is no fallback: without it one of two people who write at once loses their words.
   */
  readonly put: (put: AnnotationPut) => Promise<'committed' | 'conflict'>;
}

/** Every conflict is somebody else's progress, so this many in a row mean that something is wrong. */
const MOST_CONFLICTS = 100;

/** Merges a save into what is stored. @throws Error when it never gets through. */
export async function saveInto(
  store: AnnotationStore,
  organizationId: string,
  change: SavedChange,
): Promise<void> {
  const { annotationId } = change.annotation;
  await untilCommitted(async () => {
    const [stored] = await store.find({ organizationId, annotationIds: [annotationId] });
    const record = applySave(stored?.record ?? null, change);
    return store.put({ organizationId, annotationId, revision: stored?.revision ?? 0, record });
  });
}

/** A thread that is not there is deleted already. */
export async function deleteFrom(
  store: AnnotationStore,
  organizationId: string,
  annotationId: string,
): Promise<void> {
  await untilCommitted(async () => {
    const [stored] = await store.find({ organizationId, annotationIds: [annotationId] });
    if (stored === undefined) return 'committed';
    return store.put({ organizationId, annotationId, revision: stored.revision, record: null });
  });
}

/** The document of a stored thread: null when it says none, undefined when it is not there. */
export async function documentOf(
  store: AnnotationStore,
  organizationId: string,
  annotationId: string,
): Promise<string | null | undefined> {
  const [stored] = await store.find({ organizationId, annotationIds: [annotationId] });
  if (stored === undefined) return undefined;
  const { documentId } = stored.record.metadata;
  return typeof documentId === 'string' ? documentId : null;
}

async function untilCommitted(attempt: () => Promise<'committed' | 'conflict'>): Promise<void> {
  for (let count = 0; count < MOST_CONFLICTS; count += 1) if ((await attempt()) === 'committed') return;
  throw new Error(`the store answered "conflict" ${MOST_CONFLICTS} times in a row`);
}
