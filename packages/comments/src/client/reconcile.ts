/**
 * Writes that came to one side only. The customer's side is written first, so a crash in between
 * leaves words there that no page shows, or a deleted comment that the service still lists.
 */
import { answeredThread } from '../content/answered.js';
import { strip } from '../content/strip.js';
import { AttemptError, ConflictError, ResolverError, ServiceError } from '../errors.js';
import { createProgress, nextOf } from '../provider/progress.js';
import type { GetCommentResolverRequest } from '../provider/provider.js';
import {
  type CommentAnnotation,
  type Fields,
  type PartialCommentAnnotation,
  type StructuralAnnotation,
  isObject,
} from '../record.js';
import type { CommentService, ListedAnnotation, SaveRequest } from '../service/port.js';
import { newWriteId } from './ids.js';
import { MOST_DOCUMENTS, isRecord, listAll } from './lists.js';
import type { Session } from './session.js';

/** Selects the documents to search for half-done writes, and if they are finished. */
export interface ReconcileRequest {
  /** Some of the documents of `setDocuments`; all by default. */
  readonly documentIds?: readonly string[];
  /** False: half-done writes are listed and left. */
  readonly fix?: boolean;
}

/** A write that one side has and the other does not. */
export interface HalfDone {
  /**
   * An `add` has words at the customer that the service does not know. A `delete` has a tombstone
   * at the customer of an item that the service still lists. A `lost` item is listed by the
   * service, but the customer has neither its words nor a tombstone: it cannot be fixed.
   */
  readonly kind: 'add' | 'delete' | 'lost';
  readonly annotationId: string;
  /** Null: the thread as a whole. */
  readonly commentId: number | null;
  /**
   * True if the service has taken it. False if it is only listed, `lost`, or refused by the
   * service.
   */
  readonly fixed: boolean;
}

interface Work {
  readonly documentIds: readonly string[];
  readonly fix: boolean;
  readonly now: number;
}

type Found = Omit<HalfDone, 'fixed'> & { readonly finish?: () => Promise<unknown> };

/** Finishing writes of others takes a caller that the service lets do so (`isSystem`). */
export async function reconcile(session: Session, service: CommentService, work: Work): Promise<HalfDone[]> {
  const { organizationId } = session.user;
  // The customer's side first: a write made meanwhile then looks lost rather than half done.
  const { kept, deleted } = await readAll(session, work.documentIds);
  const all = await listAll(service, organizationId, work.documentIds);
  const listed = all.filter((it) => !isRecord(it));
  const known = new Map(listed.map((it) => [it.annotation.annotationId, it]));
  const finder = finderOf(session, service, work);
  const isGone = (id: string) => deleted.get(id) === true && !kept.has(id);
  const found = [
    ...[...kept].flatMap(([id, it]) => finder.words(it, known.get(id), deleted.get(id))),
    ...listed.filter((it) => isGone(it.annotation.annotationId)).map(finder.tombstone),
    ...listed
      .filter((it) => it.annotation.isCommentResolverUsed === true)
      .filter(({ annotation: { annotationId } }) => !kept.has(annotationId) && !isGone(annotationId))
      .map(({ annotation }): Found => ({
        kind: 'lost',
        annotationId: annotation.annotationId,
        commentId: null,
      })),
  ];
  const isStillGone = await goneNow(session, work.documentIds, found);
  const halves: HalfDone[] = [];
  for (const { finish, ...half } of found.filter((it) => it.kind !== 'delete' || isStillGone(it)))
    halves.push({ ...half, fixed: work.fix && finish !== undefined && (await isDone(finish)) });
  return halves;
}

/**
 * Reads the tombstones again, after the service's list: what was withdrawn may have been added anew
 * before it, and is not deleted.
 */
async function goneNow(
  session: Session,
  documentIds: readonly string[],
  found: readonly Found[],
): Promise<(half: Found) => boolean> {
  const ids = [...new Set(found.filter((it) => it.kind === 'delete').map((it) => it.annotationId))];
  const now: Kept = { kept: new Map(), deleted: new Map() };
  for (let start = 0; start < ids.length; start += PAGE)
    await readAll(session, documentIds, now, ids.slice(start, start + PAGE));
  return ({ annotationId, commentId }) => {
    const [kept, deleted] = [now.kept.get(annotationId), now.deleted.get(annotationId)];
    if (kept === undefined) return deleted === true;
    return (
      commentId !== null &&
      !Object.hasOwn(kept.comments, String(commentId)) &&
      Array.isArray(deleted) &&
      deleted.includes(commentId)
    );
  };
}

/**
 * Returns false when the service refuses, or has it deleted: the report then has `fixed: false`. A
 * service that is away ends the run.
 */
async function isDone(finish: () => Promise<unknown>): Promise<boolean> {
  try {
    await finish();
    return true;
  } catch (error) {
    const isRefusal = error instanceof ServiceError && error.statusCode === 403;
    if (error instanceof ConflictError || isRefusal) return false;
    throw error;
  }
}

const PAGE = 200;

interface Kept {
  /** Threads that have words, by id. */
  readonly kept: Map<string, PartialCommentAnnotation>;
  /** Tombstones: of threads, or of comments in them. */
  readonly deleted: Map<string, unknown>;
}

/** @param ids some threads; undefined: all. @throws ResolverError */
async function readAll(
  session: Session,
  documentIds: readonly string[],
  found: Kept = { kept: new Map(), deleted: new Map() },
  ids?: readonly string[],
): Promise<Kept> {
  for (let start = 0; start < documentIds.length; start += MOST_DOCUMENTS) {
    const some = documentIds.slice(start, start + MOST_DOCUMENTS);
    await readSome(session, { documentIds: some, ...(ids && { commentAnnotationIds: ids }) }, found);
  }
  return found;
}

async function readSome(
  { resolve, user }: Session,
  where: Pick<GetCommentResolverRequest, 'documentIds' | 'commentAnnotationIds'>,
  { kept, deleted }: Kept,
): Promise<void> {
  const progress = createProgress(() => new ResolverError('get', 1, new AttemptError('invalid-response')));
  let after: string | undefined;
  do {
    const request: GetCommentResolverRequest = {
      ...{ organizationId: user.organizationId, ...where, withDeleted: true, limit: PAGE },
      ...(after !== undefined && { after }),
    };
    const payload = { organizationId: user.organizationId, commentAnnotationIds: [], ...where };
    const answer = await resolve('get', request, { moduleName: 'getCommentAnnotations', payload });
    const before = kept.size + deleted.size;
    for (const [id, it] of Object.entries(answer.data as Fields)) {
      const thread = answeredThread(it);
      if (thread !== null) kept.set(id, { ...thread, annotationId: id });
    }
    for (const [id, it] of Object.entries(isObject(answer.deleted) ? answer.deleted : {}))
      deleted.set(id, it);
    after = nextOf(answer);
    if (after !== undefined) progress(after, kept.size + deleted.size - before);
  } while (after !== undefined);
}

function finderOf({ user, provider }: Session, service: CommentService, { documentIds, now }: Work) {
  const { organizationId } = user;
  type About = Pick<SaveRequest, 'event' | 'commentId' | 'revision'>;
  const save = (annotation: StructuralAnnotation, about: About) => () =>
    service.save({ organizationId, annotation, ...about, writeId: newWriteId() });

  const tombstone = ({ annotation: { annotationId }, revision }: ListedAnnotation): Found => {
    const event = 'comment_annotation.delete';
    const finish = () => service.delete({ organizationId, annotationId, event, revision });
    return { kind: 'delete', annotationId, commentId: null, finish };
  };

  const words = (
    kept: PartialCommentAnnotation,
    listed: ListedAnnotation | undefined,
    deleted: unknown,
  ): Found[] => {
    const { annotationId } = kept;
    const { structural } = strip(withTimes(kept, now), provider.custom);
    if (listed === undefined) {
      const half = { kind: 'add', annotationId, commentId: null } as const;
      // A thread that does not say where it belongs cannot be put there.
      const isPlaced = documentIds.some((it) => it === structural.metadata.documentId);
      return isPlaced ? [{ ...half, finish: save(structural, { event: 'comment_annotation.add' }) }] : [half];
    }
    const known = listed.annotation.comments;
    const one = (commentId: number, event: string) => {
      const comment = structural.comments[String(commentId)];
      const comments = comment ? { [String(commentId)]: comment } : {};
      // Threads and comments that were added after the list was read are kept.
      const revision = event === 'comment.delete' ? { revision: listed.revision } : {};
      return save(
        { annotationId, metadata: structural.metadata, comments },
        { event, commentId, ...revision },
      );
    };
    const gone: readonly unknown[] = Array.isArray(deleted) ? deleted : [];
    const isKept = (commentId: unknown) => Object.hasOwn(kept.comments, String(commentId));
    const adds = Object.keys(kept.comments).filter((key) => !Object.hasOwn(known, key));
    const deletes = gone.filter(
      (it) => typeof it === 'number' && Object.hasOwn(known, String(it)) && !isKept(it),
    ) as number[];
    const lost = Object.values(known).filter(
      ({ commentId, isCommentResolverUsed }) =>
        isCommentResolverUsed === true && !isKept(commentId) && !deletes.includes(commentId),
    );
    return [
      ...adds.map(Number).map((commentId): Found => {
        return { kind: 'add', annotationId, commentId, finish: one(commentId, 'comment.add') };
      }),
      ...deletes.map((commentId): Found => {
        return { kind: 'delete', annotationId, commentId, finish: one(commentId, 'comment.delete') };
      }),
      ...lost.map(({ commentId }): Found => ({ kind: 'lost', annotationId, commentId })),
    ];
  };
  return { tombstone, words };
}

/** The time of the write is no longer known: it is new to those who read it. */
function withTimes(kept: PartialCommentAnnotation, now: number): CommentAnnotation {
  const comments = Object.entries(kept.comments).map(
    ([key, it]) => [key, { createdAt: now, ...it }] as const,
  );
  return { ...kept, comments: Object.fromEntries(comments) };
}
