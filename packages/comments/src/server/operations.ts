/**
 * Operations of the customer's backends: of threads, and of each kind of record. They may share a
 * store, in which none of them finds or writes what belongs to another.
 */
import type { HttpHeaders } from '@org/approval-internal/http';
import {
  type Access,
  type AccessOptions,
  type Caller,
  allow,
  authorOf,
  callerOf,
  documentOf,
  nameOf,
  readable,
} from '../access/access.js';
import { checkChange, checkDelete, checkSentKind, checkStoredKind, isFor, kindOf } from '../access/rules.js';
import { aboutWrite, conflict, knownDocument } from '../access/writes.js';
import { BadRequest } from '../http/json-body.js';
import { checkNamed, checked, organizationOf } from '../http/requests.js';
import { COMMENTS_LIMITS } from '../limits.js';
import type { Fields, RecordKind } from '../record.js';
import {
  type AnnotationStore,
  type WriteResult,
  writeChange,
  writeDelete,
} from '../store/annotation-store.js';
import { type SavedChange, changeOf } from '../store/change.js';
import { type AnnotationRecord, type StoredThread, recordOf } from '../store/rows.js';
import { type AccountsOf, asWritten, namesFor } from './accounts.js';
import { REQUESTS } from './requests.js';

/** Arguments of `authorize` of the customer's backends. */
export type CommentAccess = Access<'get' | 'save' | 'delete'>;

/** Store and access of one backend. */
export interface BackendSide extends AccessOptions<'get' | 'save' | 'delete'> {
  readonly store: AnnotationStore;
  readonly accountsOf?: AccountsOf;
  /** Null: threads. */
  readonly kind: RecordKind | null;
}

export const operationsOn = (side: BackendSide): Readonly<Record<'get' | 'save' | 'delete', Perform>> => ({
  get: getter(side),
  save: saver(side),
  delete: deleter(side),
});

/** True for what this backend shows the caller: a notification is for the people it names. */
const isOwn = ({ kind }: BackendSide, caller: Caller, record: Fields): boolean =>
  kindOf(record.type) === kind &&
  (kind !== 'notification' || caller.isSystem === true || isFor(record, caller));

/** Returns fields of the response. */
export type Perform = (body: unknown, headers: HttpHeaders) => Promise<Fields>;

const getter =
  (options: BackendSide): Perform =>
  async (body, headers) => {
    const request = checked(REQUESTS.get, body);
    const { organizationId, commentAnnotationIds, documentIds, folderId, allDocuments } = request;
    const isScoped = [commentAnnotationIds, documentIds, folderId].some((it) => it !== undefined);
    if (!isScoped && allDocuments !== true)
      throw new BadRequest(400, 'name threads, documents or a folder, or say allDocuments: true');
    const asked = { operation: 'get', organizationId, headers } as const;
    const caller = await callerOf(options, asked);
    const { limit = COMMENTS_LIMITS.listed } = request;
    const bounds = { limit, characters: COMMENTS_LIMITS.answerCharacters };
    const page = await options.store.find({ ...request, ...bounds, annotationIds: commentAnnotationIds });
    const documents = page.threads.map((it) => documentOf(it) ?? null);
    const allowed = await readable(options, asked, caller, documents);
    const mine = ({ thread }: StoredThread) =>
      thread.isDeleted === true || isOwn(options, caller, thread.record);
    const found = page.threads.filter((it, index) => allowed.has(documents[index] ?? null) && mine(it));
    const living = found.flatMap((it) => recordOf(it) ?? []);
    const named = await namesFor(living, options.accountsOf, organizationId);
    return {
      data: Object.fromEntries(living.map((it) => [it.annotationId, named(it)])),
      revisions: Object.fromEntries(found.map((it) => [it.annotationId, it.revision])),
      ...(request.withDeleted === true && { deleted: Object.fromEntries(found.flatMap(tombstonesOf)) }),
      ...(page.next !== null && { next: page.next }),
    };
  };

/** Beside the records, where no field of a host's own can be taken for one. */
function tombstonesOf({ annotationId, thread, comments }: StoredThread): [string, true | number[]][] {
  if (thread.isDeleted === true) return [[annotationId, true]];
  const gone = Object.keys(comments).filter((key) => comments[key]?.isDeleted === true);
  return gone.length === 0 ? [] : [[annotationId, gone.map(Number)]];
}

const saver =
  (options: BackendSide): Perform =>
  async (body, headers) => {
    const { commentAnnotation, metadata, targetComment, ...about } = checked(REQUESTS.save, body);
    const commentId = about.commentId ?? targetComment?.commentId;
    if (targetComment !== undefined && targetComment.commentId !== commentId)
      throw new BadRequest(400, 'targetComment: is another comment than commentId says');
    const entries = Object.entries(commentAnnotation);
    if (entries.length === 0) throw new BadRequest(400, 'commentAnnotation: is empty');
    if (commentId !== undefined && entries.length > 1)
      throw new BadRequest(400, 'commentId: belongs to one thread, and the request has several');
    const saves = entries.map(([key, annotation]) => {
      if (key !== annotation.annotationId)
        throw new BadRequest(400, 'commentAnnotation: a thread stands under another id than its own');
      const organizationId = organizationOf([metadata?.organizationId, annotation.metadata.organizationId]);
      const saved = { ...about, annotation: withTarget(annotation, about.event, targetComment), commentId };
      checkNamed(saved);
      return { organizationId, saved };
    });
    const revisions: Record<string, Fields> = {};
    for (const { organizationId, saved } of saves) {
      const result = await saveOne(options, organizationId, saved, headers);
      revisions[saved.annotation.annotationId] = { revision: result.revision, previous: result.previous };
    }
    return { data: revisions };
  };

/** The comment may stand in the thread or beside it. */
function withTarget(
  annotation: AnnotationRecord,
  event: string | undefined,
  target: { readonly commentId: number } | undefined,
): AnnotationRecord {
  if (target === undefined || event === 'comment.delete') return annotation;
  return { ...annotation, comments: { [target.commentId]: target, ...annotation.comments } };
}

async function saveOne(
  options: BackendSide,
  organizationId: string,
  saved: SavedChange,
  headers: HttpHeaders,
) {
  const asked = { operation: 'save', organizationId, headers } as const;
  const caller = await callerOf(options, asked);
  const annotation = asWritten(saved.annotation, caller.isSystem === true);
  const change = changeOf({ ...saved, annotation }, caller);
  const result = await writeChange(options.store, organizationId, change, {
    makesThreads: true,
    check: async (stored) => {
      const access = { ...asked, caller, ...aboutWrite(saved, change, stored) };
      await allow(options, access, [nameOf(change.metadata.documentId), ...knownDocument(stored)]);
      checkStoredKind(options.kind, stored);
      checkSentKind(options.kind, annotation.type);
      checkChange(caller, change, stored);
    },
  });
  return done(options, { ...asked, operation: 'get' }, caller, result);
}

const deleter =
  (options: BackendSide): Perform =>
  async (body, headers) => {
    const { commentAnnotationId, metadata, event, revision, writeId } = checked(REQUESTS.delete, body);
    const organizationId = organizationOf([metadata?.organizationId]);
    const asked = { operation: 'delete', organizationId, headers } as const;
    const caller = await callerOf(options, asked);
    const key = { organizationId, annotationId: commentAnnotationId };
    const result = await writeDelete(options.store, key, {
      revision,
      writeId,
      check: async (stored) => {
        const authorId = authorOf(stored?.thread);
        const about = { event: event ?? null, annotationId: commentAnnotationId, commentId: null, authorId };
        const document = documentOf(stored);
        const documents = [document === undefined ? nameOf(metadata?.documentId) : document];
        await allow(options, { ...asked, caller, ...about, changes: [] }, documents);
        checkStoredKind(options.kind, stored);
        checkDelete(caller, stored);
      },
    });
    const { revision: after, previous } = await done(options, { ...asked, operation: 'get' }, caller, result);
    return { data: { [commentAnnotationId]: { revision: after, previous } } };
  };

/** A refusal too shows the names of the host's accounts. */
async function namedIn(
  { accountsOf }: BackendSide,
  organizationId: string,
  result: Extract<WriteResult, { outcome: 'conflict' }>,
): Promise<typeof result> {
  const { stored, conflict: about } = result;
  const key = about.commentId === null ? null : String(about.commentId);
  const row = key === null ? stored?.thread : stored?.comments[key];
  if (stored === null || row === undefined) return result;
  const named = (await namesFor([row.record], accountsOf, organizationId))(row.record);
  const after = { ...row, record: named };
  const shown =
    key === null
      ? { ...stored, thread: after }
      : { ...stored, comments: { ...stored.comments, [key]: after } };
  return { ...result, stored: shown };
}

/** @throws Refused with what there is now, as far as the caller may read it. */
async function done(
  options: BackendSide,
  asked: Pick<CommentAccess, 'operation' | 'organizationId' | 'headers'>,
  caller: Caller,
  result: WriteResult,
): Promise<{ readonly revision: number; readonly previous: number }> {
  if (result.outcome === 'done') return result;
  const { stored } = result;
  const documentId = documentOf(stored) ?? null;
  const mayRead = (await readable(options, asked, caller, [documentId])).has(documentId);
  throw conflict(await namedIn(options, asked.organizationId, result), mayRead);
}
