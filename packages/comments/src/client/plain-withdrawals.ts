/**
 * Takes an add back at a side that does not know writes by their ids: the added items are deleted.
 */
import { isObject } from '../record.js';
import { type Given, type Ports, requestOf, sendWithdrawal } from './withdrawal-requests.js';

/** @param only one comment of a thread that was to be made. @throws ResolverError */
export async function withdrawPlainly(ports: Ports, given: Given, only: number | undefined): Promise<void> {
  const { write } = given;
  const one = only ?? write.commentId;
  const ids = one === undefined ? Object.keys(write.made?.comments ?? {}).map(Number) : [one];
  for (const id of ids) await sendWithdrawal(ports, requestOf(given, ports.organizationId, id));
  if (one === undefined) await deleteIfEmpty(ports, given);
}

/** The fields of the thread are left. Comments of other people keep it. */
async function deleteIfEmpty({ resolve, organizationId }: Ports, { write, metadata }: Given): Promise<void> {
  const { annotationId, writeId } = write;
  const where = { organizationId, commentAnnotationIds: [annotationId] };
  const about = { moduleName: 'deleteCommentAnnotations', payload: where } as const;
  const { data } = await resolve('get', where, about);
  const kept = isObject(data) && Object.hasOwn(data, annotationId) ? data[annotationId] : undefined;
  const comments = isObject(kept) && isObject(kept.comments) ? Object.keys(kept.comments) : [];
  if (kept === undefined || comments.length > 0) return;
  const request = {
    ...{ commentAnnotationId: annotationId, event: 'comment_annotation.delete', writeId },
    metadata: { ...metadata, organizationId },
  };
  await resolve('delete', request, about);
}
