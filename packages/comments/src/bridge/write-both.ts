/** One write to both sides, the customer's first, without reading anything. */
import { systemClock } from '../clock.js';
import type { CommentsClientOptions } from '../client/client.js';
import { asCustomerConflict } from '../client/conflict.js';
import { newWriteId } from '../client/ids.js';
import { asServiceError } from '../client/service-error.js';
import { strip } from '../content/strip.js';
import { CommentsSetupError } from '../errors.js';
import type { DataProviders } from '../provider/provider.js';
import { register } from '../provider/register.js';
import { createResolver } from '../provider/resolver.js';
import type { CommentAnnotation } from '../record.js';

interface About {
  readonly event: string;
  readonly commentId?: number;
  readonly changedFields?: readonly string[];
}

/** @throws ResolverError, ServiceError, ConflictError */
export type WriteBoth = (annotation: CommentAnnotation, about: About) => Promise<void>;

export function createWriteBoth({ comment }: DataProviders, options: CommentsClientOptions): WriteBoth {
  if ((comment as unknown) === undefined)
    throw new CommentsSetupError('Give the provider as dataProviders: { comment: provider }.');
  const { clock = systemClock, service } = options;
  const provider = register(
    'comment',
    comment,
    options.fetch ?? ((...request) => globalThis.fetch(...request)),
  );
  const resolve = createResolver(provider, { clock, emit: () => undefined, uniqueId: newWriteId });
  return async (annotation, about) => {
    const { annotationId, metadata } = annotation;
    const { organizationId = '' } = metadata;
    const now = clock.now();
    const isAdd = about.event === 'comment_annotation.add';
    const comments = Object.entries(annotation.comments).map(([key, it]) => {
      return [key, { ...it, ...(isAdd && { createdAt: now }), lastUpdated: now }] as const;
    });
    const timed = { ...annotation, comments: Object.fromEntries(comments), ...(isAdd && { createdAt: now }) };
    const { structural, content } = strip({ ...timed, lastUpdated: now }, provider.custom);
    const writeId = newWriteId();
    // The mark of a step is the service's alone: of an update the customer's side has nothing to keep.
    if (isAdd) {
      const request = { commentAnnotation: { [annotationId]: content }, metadata, ...about, writeId };
      const payload = { organizationId, commentAnnotationIds: [annotationId], event: about.event };
      try {
        await resolve('save', request, { moduleName: 'saveCommentAnnotations', payload });
      } catch (error) {
        throw asCustomerConflict(error, annotationId);
      }
    }
    await asServiceError('save', service.save({ organizationId, annotation: structural, ...about, writeId }));
  };
}
