/** The customer's backend: the three URLs of the source document over a store of the customer's. */
import { z } from 'zod';
import { BadRequest } from '../http/json-body.js';
import { type HandlerLimits, createJsonHandler } from '../http/json-handler.js';
import type { HttpHandler, HttpHeaders } from '../http/message.js';
import { annotation, checked, commentId, event, id, metadata } from '../http/requests.js';
import { type AnnotationStore, deleteFrom, documentOf, saveInto } from '../store/annotation-store.js';

/**
 * Who wants what. Asked once for each document of what is read, and for a thread that is written both as it is stored
 * and as it is sent. Null: the thread says none, or is not there.
 */
export interface CommentAccess {
  readonly operation: 'get' | 'save' | 'delete';
  /** As the request says it: whether the caller belongs to it is for the host to know. */
  readonly organizationId: string;
  readonly documentId: string | null;
  /** Of the request, names in lower case: cookies, tokens. */
  readonly headers: HttpHeaders;
}

/** Mounted at `basePath`: the URLs are `{basePath}/get`, `{basePath}/save` and `{basePath}/delete`. */
export interface CommentBackendOptions extends HandlerLimits {
  readonly store: AnnotationStore;
  /**
   * Says whether the caller may. A document that may not be read is left out of what is found; a write that may not
   * be done is answered 403. There is no default: nothing is open by accident.
   */
  readonly authorize: (access: CommentAccess) => boolean | Promise<boolean>;
}

const ids = z.array(id).max(10_000);

const REQUESTS = {
  get: z.strictObject({
    organizationId: id,
    commentAnnotationIds: ids.optional(),
    documentIds: ids.optional(),
    folderId: id.optional(),
    allDocuments: z.boolean().optional(),
  }),
  save: z.strictObject({
    commentAnnotation: z.record(id, annotation),
    event: event.optional(),
    metadata: metadata.optional(),
    commentId: commentId.optional(),
    targetComment: z.looseObject({ commentId }).optional(),
  }),
  delete: z.strictObject({ commentAnnotationId: id, metadata: metadata.optional(), event: event.optional() }),
};

/**
 * Answers 200 with `{success: true, statusCode: 200, …}`, and otherwise `success: false` with 400 (the body does not
 * validate), 403 (not allowed) or 500 (the store). Threads are scoped by organization; two people who write in one
 * thread at once both keep their words (see `applySave`).
 */
export function createCommentBackend(options: CommentBackendOptions): HttpHandler {
  const { store, authorize } = options;
  const operations = {
    get: getter(store, authorize),
    save: saver(store, authorize),
    delete: deleter(store, authorize),
  };
  return createJsonHandler({
    ...options,
    names: ['get', 'save', 'delete'],
    folder: '/',
    perform: async (name, body, headers) => {
      const data = await operations[name](body, headers);
      return { success: true, statusCode: 200, ...(data && { data }) };
    },
    failure: (statusCode, message) => ({ success: false, statusCode, message }),
  });
}

type Authorize = CommentBackendOptions['authorize'];
type Perform = (body: unknown, headers: HttpHeaders) => Promise<object | undefined>;

const getter =
  (store: AnnotationStore, authorize: Authorize): Perform =>
  async (body, headers) => {
    const request = checked(REQUESTS.get, body);
    const {
      organizationId,
      commentAnnotationIds: annotationIds,
      documentIds,
      folderId,
      allDocuments,
    } = request;
    const isScoped = [annotationIds, documentIds, folderId].some((it) => it !== undefined);
    if (!isScoped && allDocuments !== true)
      throw new BadRequest(400, 'name threads, documents or a folder, or say allDocuments: true');
    const found = await store.find({ organizationId, annotationIds, documentIds, folderId });
    const allowed = new Map<unknown, boolean>();
    for (const { metadata } of found.map((it) => it.record)) {
      if (allowed.has(metadata.documentId)) continue;
      const documentId = nameOf(metadata.documentId);
      const access = { operation: 'get', organizationId, documentId, headers } as const;
      allowed.set(metadata.documentId, await authorize(access));
    }
    return Object.fromEntries(
      found
        .map((it) => it.record)
        .filter((it) => allowed.get(it.metadata.documentId))
        .map((it) => [it.annotationId, it]),
    );
  };

const saver =
  (store: AnnotationStore, authorize: Authorize): Perform =>
  async (body, headers) => {
    const { commentAnnotation, event, commentId, metadata } = checked(REQUESTS.save, body);
    const entries = Object.entries(commentAnnotation);
    if (entries.length === 0) throw new BadRequest(400, 'commentAnnotation: is empty');
    if (commentId !== undefined && entries.length > 1)
      throw new BadRequest(400, 'commentId: belongs to one thread, and the request has several');
    const changes = entries.map(([key, annotation]) => {
      if (key !== annotation.annotationId)
        throw new BadRequest(400, 'commentAnnotation: a thread stands under another id than its own');
      const organizationId = organizationOf([metadata?.organizationId, annotation.metadata.organizationId]);
      return { organizationId, annotation };
    });
    for (const { organizationId, annotation } of changes) {
      const stored = await documentOf(store, organizationId, annotation.annotationId);
      const sent = nameOf(annotation.metadata.documentId);
      const documents = stored === undefined ? [sent] : [sent, stored];
      await allow(authorize, { operation: 'save', organizationId, headers }, documents);
    }
    for (const { organizationId, annotation } of changes)
      await saveInto(store, organizationId, { annotation, event, commentId });
    return undefined;
  };

const deleter =
  (store: AnnotationStore, authorize: Authorize): Perform =>
  async (body, headers) => {
    const { commentAnnotationId, metadata } = checked(REQUESTS.delete, body);
    const organizationId = organizationOf([metadata?.organizationId]);
    const stored = await documentOf(store, organizationId, commentAnnotationId);
    await allow(authorize, { operation: 'delete', organizationId, headers }, [stored ?? null]);
    await deleteFrom(store, organizationId, commentAnnotationId);
    return undefined;
  };

async function allow(
  authorize: Authorize,
  access: Omit<CommentAccess, 'documentId'>,
  documents: readonly (string | null)[],
): Promise<void> {
  for (const documentId of new Set(documents)) {
    if (!(await authorize({ ...access, documentId })))
      throw new BadRequest(403, `this ${access.operation} is not yours to do`);
  }
}

const nameOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Requests say it in their own metadata, threads in theirs; what says two things is refused. */
function organizationOf(said: readonly (string | undefined)[]): string {
  const [organizationId, ...others] = new Set(said.filter((it) => it !== undefined));
  if (organizationId === undefined) throw new BadRequest(400, 'metadata.organizationId: is missing');
  if (others.length > 0) throw new BadRequest(400, 'metadata.organizationId: there are two');
  return organizationId;
}
