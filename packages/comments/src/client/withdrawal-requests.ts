/** Requests that take an add back: each names the withdrawn items, without their words. */
import type { Metadata, StructuralAnnotation } from '../record.js';
import type { Resolve } from '../provider/resolver.js';
import type { Write } from './changes.js';
import { newWriteId } from './ids.js';
import type { Seeing } from './seeing.js';

/** A failed add, and the place of its thread. */
export interface Given {
  readonly write: Write;
  readonly metadata: Metadata;
}

export interface Ports {
  readonly resolve: Resolve;
  readonly organizationId: string;
  readonly seeing: Seeing;
}

/** One request for each id under which the add was sent. */
export const requestsOf = (given: Given, organizationId: string, only?: number): WithdrawalRequest[] =>
  [...(given.write.earlier ?? []), given.write.writeId].map((withdraws) => ({
    ...requestOf(given, organizationId, only),
    withdraws,
  }));

/** @throws ResolverError */
export async function sendWithdrawal(
  { resolve, organizationId }: Ports,
  { annotation, ...about }: WithdrawalRequest,
): Promise<void> {
  const { annotationId, metadata } = annotation;
  const payload = { organizationId, commentAnnotationIds: [annotationId], event: about.event };
  const request = { ...about, commentAnnotation: { [annotationId]: annotation }, metadata };
  await resolve('save', request, { moduleName: 'saveCommentAnnotations', payload });
}

/** @param only one comment of a thread that was to be made. */
export function requestOf(
  { write, metadata }: Given,
  organizationId: string,
  only?: number,
): WithdrawalRequest {
  const { annotationId } = write;
  const commentId = only ?? write.commentId;
  const ids = commentId === undefined ? Object.keys(write.made?.comments ?? {}) : [];
  const comments = Object.fromEntries(ids.map((id) => [id, { commentId: Number(id) }]));
  return {
    annotation: { annotationId, metadata: { ...metadata, organizationId }, comments },
    event: commentId === undefined ? 'comment_annotation.delete' : 'comment.delete',
    ...(commentId !== undefined && { commentId }),
    writeId: newWriteId(),
  };
}

interface WithdrawalRequest {
  readonly annotation: StructuralAnnotation;
  readonly event: string;
  readonly commentId?: number;
  readonly withdraws?: string;
  readonly writeId: string;
}
