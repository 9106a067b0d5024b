/** The customer's backend: the three URLs of the source document over a store of the customer's. */
import type { HttpHandler, HttpHeaders } from '@org/approval-internal/http';
import { type Checks, callable, checkOptions, optional, withMethods } from '@org/approval-internal/options';
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
import { checkChange, checkDelete } from '../access/rules.js';
import { aboutWrite, conflict, knownDocument } from '../access/writes.js';
import { BadRequest } from '../http/json-body.js';
import { type HandlerLimits, LIMIT_OPTIONS, createJsonHandler } from '../http/json-handler.js';
import { checkNamed, checked, organizationOf } from '../http/requests.js';
import { COMMENTS_LIMITS } from '../limits.js';
import { type Fields, isObject } from '../record.js';
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

/** Arguments of `authorize` of `createCommentBackend`. */
export type CommentAccess = Access<'get' | 'save' | 'delete'>;

/**
 * Mounted at `basePath`: the URLs are `{basePath}/get`, `{basePath}/save` and `{basePath}/delete`.
 */
export interface CommentBackendOptions extends HandlerLimits, AccessOptions<'get' | 'save' | 'delete'> {
  /** Store of the threads and their content. */
  readonly store: AnnotationStore;
  /**
   * The host's accounts: names are shown as they are there. A name that a person writes is not
   * kept, their own or another's; without accounts only the host's own processes (`isSystem`) write
   * names.
   */
  readonly accountsOf?: AccountsOf;
}

const OPTIONS: Checks<CommentBackendOptions> = {
  ...LIMIT_OPTIONS,
  store: withMethods('find', 'load', 'put'),
  callerOf: callable,
  authorize: callable,
  accountsOf: optional(callable),
};

/**
 * Makes the handler of the three URLs. It answers 200 with `{success: true, statusCode: 200, …}`.
 * Other answers have `success: false`: 400 when the body does not validate, 403 when it is not
 * allowed, 413 when the body, or the thread after it, is too large. With 409 another write was
 * faster; `data` says what there is now. A failure of the store is 500. A document that may not be
 * read is left out of what is found.
 * Beside what `authorize` says, no person writes in another's name, or changes what another wrote
 * (see `access/rules.ts`).
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import {
 *   createCommentBackend,
 *   createMemoryAnnotationStore,
 * } from '@org/approval-comments/server';
 * import { toFetch } from '@org/approval-comments/fetch';
 *
 * const backend = createCommentBackend({
 *   basePath: '/comments',
 *   // `@org/approval-store-sql/comments` has one for your database
 *   store: createMemoryAnnotationStore(),
 *   // from your sessions
 *   callerOf: ({ cookie }) => (cookie === 'session=ada' ? { userId: 'ada' } : null),
 *   authorize: ({ organizationId, documentId }) =>
 *     organizationId === 'acme' && documentId === 'contract-7',
 * });
 * const get = (cookie: string) =>
 *   toFetch(backend)(
 *     new Request('https://app.example.com/comments/get', {
 *       method: 'POST',
 *       headers: { 'content-type': 'application/json', cookie },
 *       body: JSON.stringify({ organizationId: 'acme', documentIds: ['contract-7'] }),
 *     }),
 *   );
 * console.log((await get('session=ada')).status); // → 200
 * console.log((await get('session=nobody')).status); // → 403
 * ```
 */
export function createCommentBackend(options: CommentBackendOptions): HttpHandler {
  checkOptions('createCommentBackend', options, OPTIONS);
  const operations = { get: getter(options), save: saver(options), delete: deleter(options) };
  return createJsonHandler({
    ...options,
    names: ['get', 'save', 'delete'],
    folder: '/',
    perform: async (name, body, headers) => ({
      success: true,
      statusCode: 200,
      ...(await operations[name](body, headers)),
    }),
    failure: (statusCode, message, data) => ({
      success: false,
      statusCode,
      message,
      ...(isObject(data) && { data }),
    }),
  });
}

type Perform = (body: unknown, headers: HttpHeaders) => Promise<Fields>;

const getter =
  (options: CommentBackendOptions): Perform =>
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
    const found = page.threads.filter((_it, index) => allowed.has(documents[index] ?? null));
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
  (options: CommentBackendOptions): Perform =>
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
  options: CommentBackendOptions,
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
      checkChange(caller, change, stored);
    },
  });
  return done(options, { ...asked, operation: 'get' }, caller, result);
}

const deleter =
  (options: CommentBackendOptions): Perform =>
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
        checkDelete(caller, stored);
      },
    });
    const { revision: after, previous } = await done(options, { ...asked, operation: 'get' }, caller, result);
    return { data: { [commentAnnotationId]: { revision: after, previous } } };
  };

/** A refusal too shows the names of the host's accounts. */
async function namedIn(
  { accountsOf }: CommentBackendOptions,
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
  options: CommentBackendOptions,
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
