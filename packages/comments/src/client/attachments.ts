/**
 * Files: to the customer's storage first. The service learns their ids with the comments that they
 * are attached to.
 */
import { CommentsSetupError } from '../errors.js';
import type {
  AttachmentMetadata,
  DeleteAttachmentResolverRequest,
  SaveAttachmentResolverRequest,
} from '../provider/others.js';
import type { Resolve } from '../provider/resolver.js';
import type { Attachment } from '../record.js';
import { newCommentId } from './ids.js';

/** A file, and where it belongs. */
export interface NewAttachment {
  /** File to upload; a `File` already has a name. */
  readonly file: Blob;
  /** One of `setDocuments`. */
  readonly documentId: string;
  /** The thread that it is for. */
  readonly annotationId?: string;
  /** Name to show; the file's by default. */
  readonly name?: string;
  /** The same id again is the same file; a new one by default. */
  readonly attachmentId?: number;
}

/** File to delete. */
export type OldAttachment = Pick<NewAttachment, 'documentId' | 'annotationId'> & {
  /** Id of the file. */
  readonly attachmentId: number;
};

interface AttachmentRequests {
  readonly save: SaveAttachmentResolverRequest;
  readonly delete: DeleteAttachmentResolverRequest;
}

export interface AttachmentPorts {
  readonly resolve: Resolve<AttachmentRequests>;
  readonly organizationId: string;
  readonly maxBytes: number;
}

const MOST_NAME = 255;

/** Returns the value for `attachments` of a comment. @throws CommentsSetupError, ResolverError */
export async function upload(
  { resolve, organizationId, maxBytes }: AttachmentPorts,
  { file, documentId, annotationId, attachmentId = newCommentId(), ...more }: NewAttachment,
): Promise<Attachment> {
  if (!(file instanceof Blob)) throw new CommentsSetupError('file: must be a Blob or a File.');
  const { name = nameOf(file) } = more;
  if (file.size > maxBytes)
    throw new CommentsSetupError(
      `The file has ${file.size} bytes, and may have ${maxBytes} (maxBytes of the attachment provider).`,
    );
  if (name === '' || name.length > MOST_NAME)
    throw new CommentsSetupError(`name: must have 1 to ${MOST_NAME} characters.`);
  const mimeType = file.type || 'application/octet-stream';
  const metadata = metadataOf(organizationId, { documentId, annotationId, attachmentId });
  const { data } = await resolve(
    'save',
    { attachment: { attachmentId, file, name, mimeType }, metadata, event: 'attachment.add' },
    { moduleName: 'saveAttachments', payload: payloadOf(metadata) },
  );
  // The check of the answer has found that it is a string.
  const { url } = data as { readonly url: string };
  return { attachmentId, name, url, mimeType, size: file.size };
}

/** @throws ResolverError: do the same again, it is harmless */
export async function remove(
  { resolve, organizationId }: AttachmentPorts,
  { attachmentId, ...where }: OldAttachment,
): Promise<void> {
  const metadata = metadataOf(organizationId, { ...where, attachmentId });
  await resolve(
    'delete',
    { attachmentId, metadata, event: 'attachment.delete' },
    { moduleName: 'deleteAttachments', payload: payloadOf(metadata) },
  );
}

const nameOf = (file: Blob): string =>
  'name' in file && typeof file.name === 'string' && file.name !== '' ? file.name : 'file';

const metadataOf = (
  organizationId: string,
  {
    documentId,
    annotationId,
    attachmentId,
  }: { documentId: string; annotationId?: string | undefined; attachmentId: number },
): AttachmentMetadata => ({
  ...{ organizationId, documentId, attachmentId },
  ...(annotationId !== undefined && { commentAnnotationId: annotationId }),
});

const payloadOf = ({
  organizationId,
  documentId,
  attachmentId,
  commentAnnotationId,
}: AttachmentMetadata) => ({
  organizationId,
  documentIds: [documentId],
  commentAnnotationIds: commentAnnotationId === undefined ? [] : [commentAnnotationId],
  ids: [String(attachmentId)],
});
