/**
 * The service over a store of this process: for tests, and for hosts that run both sides
 * themselves.
 */
import { checkKind } from '../access/rules.js';
import { ConflictError } from '../errors.js';
import { COMMENTS_LIMITS } from '../limits.js';
import type { StructuralAnnotation } from '../record.js';
import {
  type AnnotationPage,
  type AnnotationStore,
  type WriteResult,
  tryingOut,
  writeAnnouncement,
  writeChange,
  writeDelete,
} from '../store/annotation-store.js';
import { changeOf } from '../store/change.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { type StoredThread, recordOf } from '../store/rows.js';
import { changedParts } from './changed-parts.js';
import type {
  CommentService,
  DeleteRequest,
  ListPage,
  ListedAnnotation,
  SaveRequest,
  Written,
} from './port.js';

/**
 * The service in this process, over its own store: for tests, and for hosts that run both sides
 * themselves.
 * @param store keeps the structural records; in memory by default.
 */
export function createLocalService(store: AnnotationStore = createMemoryAnnotationStore()): CommentService {
  const trial = writesOf(tryingOut(store));
  return {
    list: async (query) => {
      const limit = Math.min(query.limit ?? COMMENTS_LIMITS.listed, COMMENTS_LIMITS.listed);
      const characters = COMMENTS_LIMITS.answerCharacters;
      const bounds = { limit, characters, withDeleted: true };
      const changed = await changedParts(store, query);
      if (changed === null) {
        const { organizationId, documentIds, after } = query;
        return pageOf(await store.find({ organizationId, documentIds, after, ...bounds }));
      }
      const { parts, annotationIds, after, cursor } = changed;
      if (annotationIds.length === 0) return { threads: [], next: null, parts };
      const { organizationId } = query;
      const page = pageOf(await store.find({ organizationId, annotationIds, after, ...bounds }));
      return { ...page, parts, next: page.next === null ? null : cursor(page.next) };
    },
    ...writesOf(store),
    check: async (request) => {
      await ('save' in request ? trial.save(request.save) : trial.delete(request.delete));
    },
  };
}

const writesOf = (store: AnnotationStore) => ({
  save: async ({ organizationId, ...saved }: SaveRequest): Promise<Written> =>
    written(
      saved.annotation.annotationId,
      await writeChange(store, organizationId, changeOf(saved), SERVICE_RULES),
    ),
  delete: deleter(store, writeDelete),
  announce: deleter(store, writeAnnouncement),
});

const deleter =
  (store: AnnotationStore, write: typeof writeDelete) =>
  async ({ organizationId, annotationId, event, revision, writeId }: DeleteRequest): Promise<Written> => {
    const check = async (stored: StoredThread | null) => checkKind(event, stored);
    const key = { organizationId, annotationId };
    return written(annotationId, await write(store, key, { revision, writeId, check }));
  };

/** A write to a thread that the service does not know is refused: it was deleted, or never made. */
export const SERVICE_RULES = { makesThreads: false } as const;

function pageOf({ threads, next }: AnnotationPage): ListPage {
  const isGone = ({ thread }: StoredThread) => thread.isDeleted === true;
  const gone = threads.filter(isGone);
  return {
    threads: threads.filter((it) => !isGone(it)).map(listed),
    next,
    ...(gone.length > 0 && {
      gone: gone.map(({ annotationId, revision }) => ({ annotationId, revision })),
    }),
  };
}

function listed(stored: StoredThread): ListedAnnotation {
  const annotation = recordOf(stored) as StructuralAnnotation;
  const { revision, thread } = stored;
  const { landed } = thread;
  const known = {
    ...{ revision, times: timesOf(stored) },
    ...(landed !== undefined && { customerRevision: landed.to }),
  };
  if (annotation.isCommentTextAvailable === undefined) return { annotation, ...known };
  // The thread's flag is about all its comments, of which a writer names one.
  const isCommentTextAvailable = Object.values(annotation.comments).some(
    (it) => it.isCommentTextAvailable === true,
  );
  return { annotation: { ...annotation, isCommentTextAvailable }, ...known };
}

function timesOf({ thread, comments }: StoredThread): NonNullable<ListedAnnotation['times']> {
  const own = Object.entries(comments).flatMap(([key, { at }]) =>
    at === undefined ? [] : [[key, at] as const],
  );
  return { ...(thread.at !== undefined && { thread: thread.at }), comments: Object.fromEntries(own) };
}

export const writtenOf = ({
  revision,
  previous,
  at,
  customerRevision,
}: Extract<WriteResult, { outcome: 'done' }>): Written => ({
  ...{ revision, previous },
  ...(at !== undefined && { storedAt: at }),
  ...(customerRevision > 0 && { customerRevision }),
});

function written(annotationId: string, result: WriteResult): Written {
  if (result.outcome === 'done') return writtenOf(result);
  const { conflict, stored } = result;
  const row = conflict.commentId === null ? stored?.thread : stored?.comments[String(conflict.commentId)];
  throw new ConflictError('service', {
    ...conflict,
    annotationId,
    current: row?.isDeleted === true ? null : (row?.record ?? null),
    revision: stored?.revision ?? 0,
  });
}
