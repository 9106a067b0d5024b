/**
 * The customer's backend of files: bytes go to a storage of blobs, and a row in the store of the
 * comments says whose they are. The row comes first, so that no one else writes over a file under
 * the same id.
 */
import type { HttpHandler } from '@org/approval-internal/http';
import {
  type Checks,
  callable,
  checkOptions,
  count,
  optional,
  withMethods,
} from '@org/approval-internal/options';
import * as z from 'zod';
import { type AccessOptions, allow, authorOf, callerOf } from '../access/access.js';
import { checkStoredKind } from '../access/rules.js';
import { knownDocument } from '../access/writes.js';
import { BadRequest, Refused, jsonOf } from '../http/json-body.js';
import { type FormBody, formOf } from '../http/form-body.js';
import { type HandlerLimits, LIMIT_OPTIONS } from '../http/json-handler.js';
import { checked, commentId, event, id, organizationOf } from '../http/requests.js';
import { COMMENTS_LIMITS } from '../limits.js';
import { type AnnotationStore, writeChange, writeDelete } from '../store/annotation-store.js';
import { changeOf } from '../store/change.js';
import type { StoredThread } from '../store/rows.js';
import { ATTACHMENT, attachmentRowId } from './attachment-rows.js';
import { backendOf } from './backend.js';
import type { BlobStore } from './blob-store.js';
import type { Perform } from './operations.js';

/** Options of the backend of files. */
export interface AttachmentBackendOptions
  extends Omit<HandlerLimits, 'maxBodyBytes'>, AccessOptions<'save' | 'delete'> {
  /** Store of the rows that say whose the files are; that of the comments will do. */
  readonly store: AnnotationStore;
  /** Storage of the files. */
  readonly blobs: BlobStore;
  /** The largest file in bytes; 26,214,400 (25 MiB) by default. */
  readonly maxFileBytes?: number;
}

const { maxBodyBytes: _none, ...LIMITS } = LIMIT_OPTIONS;

const OPTIONS: Checks<AttachmentBackendOptions> = {
  ...LIMITS,
  store: withMethods('find', 'load', 'put'),
  blobs: withMethods('put', 'delete'),
  callerOf: callable,
  authorize: callable,
  maxFileBytes: optional(count),
};

const place = z.strictObject({
  organizationId: id,
  documentId: id,
  attachmentId: commentId,
  commentAnnotationId: id.optional(),
});
const REQUESTS = {
  save: z.strictObject({
    attachment: z.strictObject({
      attachmentId: commentId,
      name: z.string().min(1).max(COMMENTS_LIMITS.idLength),
      mimeType: z.string().max(COMMENTS_LIMITS.nameLength),
    }),
    metadata: place,
    event: event.optional(),
  }),
  delete: z.strictObject({ attachmentId: commentId, metadata: place, event: event.optional() }),
};

/**
 * Makes the handler of `{basePath}/save` (`multipart/form-data`, as the client sends it) and
 * `{basePath}/delete`. The person who uploaded a file, a moderator and a system caller delete it,
 * and only that person uploads it again. A deleted id is not used again.
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import {
 *   createAttachmentBackend,
 *   createMemoryAnnotationStore,
 *   createMemoryBlobStore,
 * } from '@org/approval-comments/server';
 *
 * const files = createAttachmentBackend({
 *   basePath: '/files',
 *   store: createMemoryAnnotationStore(), // that of the comments will do
 *   blobs: createMemoryBlobStore(({ attachmentId }) => `/files/${attachmentId}`), // your bucket
 *   callerOf: ({ cookie }) => (cookie === 'session=ada' ? { userId: 'ada' } : null),
 *   authorize: ({ documentId }) => documentId === 'contract-7',
 * });
 * console.log(files.maxBodyBytes > 25 * 1024 ** 2); // → true
 * ```
 */
export function createAttachmentBackend(options: AttachmentBackendOptions): HttpHandler {
  checkOptions('createAttachmentBackend', options, OPTIONS);
  const { maxFileBytes = 26_214_400, ...limits } = options;
  const maxBodyBytes = maxFileBytes + COMMENTS_LIMITS.requestBytes;
  return backendOf(
    {
      ...limits,
      maxBodyBytes,
      read: (name, request, most) =>
        name === 'save' ? formOf(request, most) : jsonOf(request, COMMENTS_LIMITS.requestBytes),
    },
    { save: saver(options, maxFileBytes), delete: deleter(options) },
  );
}

const saver =
  (options: AttachmentBackendOptions, maxFileBytes: number): Perform =>
  async (form, headers) => {
    const { request, file } = form as FormBody;
    if (file.length > maxFileBytes)
      throw new BadRequest(413, `the file is larger than ${maxFileBytes} bytes`);
    const { attachment, metadata } = checked(REQUESTS.save, request);
    const { attachmentId, name, mimeType } = attachment;
    const { organizationId, documentId, commentAnnotationId } = metadata;
    if (metadata.attachmentId !== attachmentId)
      throw new BadRequest(400, 'metadata.attachmentId: is another id than that of the attachment');
    organizationOf([organizationId]);
    const asked = { operation: 'save', organizationId, headers } as const;
    const caller = await callerOf(options, asked);
    const row = {
      annotationId: attachmentRowId(attachmentId),
      ...{ metadata: { organizationId, documentId }, comments: {}, type: ATTACHMENT },
      ...{ from: { userId: caller.userId }, name, mimeType, size: file.length },
      ...(commentAnnotationId !== undefined && { targetAnnotationId: commentAnnotationId }),
    };
    const change = changeOf({ annotation: row, event: 'comment_annotation.add' }, caller);
    const result = await writeChange(options.store, organizationId, change, {
      makesThreads: true,
      check: async (stored) => {
        const access = { ...asked, caller, ...about('attachment.add', attachmentId, stored) };
        await allow(options, access, [documentId, ...knownDocument(stored)]);
        checkStoredKind(ATTACHMENT, stored);
        const isOthers = stored !== null && stored.thread.isDeleted !== true;
        if (isOthers && authorOf(stored.thread) !== caller.userId)
          throw new BadRequest(403, 'the file belongs to another person');
      },
    });
    if (result.outcome === 'conflict') throw new Refused('conflict: the id is that of another file', null);
    const { url } = await options.blobs.put({
      ...{ organizationId, documentId, attachmentId, name, mimeType, bytes: file },
    });
    return { data: { url } };
  };

const deleter =
  (options: AttachmentBackendOptions): Perform =>
  async (body, headers) => {
    const { attachmentId, metadata } = checked(REQUESTS.delete, body);
    const { organizationId, documentId } = metadata;
    const asked = { operation: 'delete', organizationId, headers } as const;
    const caller = await callerOf(options, asked);
    const key = { organizationId, annotationId: attachmentRowId(attachmentId) };
    await writeDelete(options.store, key, {
      check: async (stored) => {
        const access = { ...asked, caller, ...about('attachment.delete', attachmentId, stored) };
        await allow(options, access, stored === null ? [documentId] : knownDocument(stored));
        checkStoredKind(ATTACHMENT, stored);
        const author = authorOf(stored?.thread);
        const mayDelete = caller.isSystem === true || caller.moderates === true;
        if (author !== null && author !== caller.userId && !mayDelete)
          throw new BadRequest(403, 'the file belongs to another person');
        // Before the row: a repeat after a crash deletes the file all the same.
        await options.blobs.delete({ organizationId, attachmentId });
      },
    });
    return {};
  };

const about = (event: string, attachmentId: number, stored: StoredThread | null) => ({
  ...{ event, annotationId: attachmentRowId(attachmentId), commentId: null },
  ...{ authorId: authorOf(stored?.thread), changes: [] },
});
