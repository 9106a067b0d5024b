/** One write, ready for either side, without reading anything. */
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

/** Description of a write. */
export interface About {
  readonly event: string;
  readonly commentId?: number;
  readonly changedFields?: readonly string[];
  readonly revision?: number;
}

/** The same write at both sides: the customer's comes first. */
export interface Write {
  /** @throws ResolverError, ConflictError */
  readonly atCustomer: () => Promise<unknown>;
  /** @throws ServiceError, ConflictError */
  readonly atService: () => Promise<unknown>;
}

export type WriteBoth = (annotation: CommentAnnotation, about: About) => Write;

export function createWriteBoth({ comment }: DataProviders, options: CommentsClientOptions): WriteBoth {
  if ((comment as unknown) === undefined)
    throw new CommentsSetupError('Give the provider as dataProviders: { comment: provider }.');
  const { clock = systemClock, service } = options;
  const provider = register(
    'comment',
    comment,
    options.fetch ?? ((...request) => globalThis.fetch(...request)),
  );
  // The customer's side has the mark too: it shows which comments no person may rewrite.
  const additionalFields = [...provider.custom.additionalFields, 'approval'];
  const custom = { ...provider.custom, additionalFields };
  const resolve = createResolver(provider, { clock, emit: () => undefined, uniqueId: newWriteId });
  return (annotation, about) => {
    const { annotationId, metadata } = annotation;
    const { organizationId = '' } = metadata;
    const { structural, content } = strip(withTimes(annotation, about, clock.now()), custom);
    const writeId = newWriteId();
    return {
      atCustomer: async () => {
        const request = { commentAnnotation: { [annotationId]: content }, metadata, ...about, writeId };
        const payload = { organizationId, commentAnnotationIds: [annotationId], event: about.event };
        try {
          await resolve('save', request, { moduleName: 'saveCommentAnnotations', payload });
        } catch (error) {
          throw asCustomerConflict(error, annotationId);
        }
      },
      atService: () =>
        asServiceError('save', service.save({ organizationId, annotation: structural, ...about, writeId })),
    };
  };
}

function withTimes(annotation: CommentAnnotation, { event }: About, now: number): CommentAnnotation {
  const times = { ...(event === 'comment_annotation.add' && { createdAt: now }), lastUpdated: now };
  const comments = Object.entries(annotation.comments).map(
    ([key, it]) => [key, { ...it, ...times }] as const,
  );
  return { ...annotation, ...times, comments: Object.fromEntries(comments) };
}
