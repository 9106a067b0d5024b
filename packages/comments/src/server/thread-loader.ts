/** Reads threads for the mailer of `/mail`, with what was deleted. */
import type { PartialCommentAnnotation } from '../record.js';
import type { AnnotationStore } from '../store/annotation-store.js';
import { recordOf } from '../store/rows.js';

/** Thread to load, and the comment in it. */
interface Wanted {
  readonly annotationId: string;
  readonly commentId: number | null;
  readonly organizationId: string | null;
}

/**
 * Returns the option `load` of `createCommentMailer` over a store of the customer's backend. A
 * deleted thread or comment is `deleted`, so that a webhook about it is not sent again and again.
 *
 * @param organizationId of the threads, for webhooks that do not say it
 */
export const threadLoader =
  (store: AnnotationStore, organizationId: string) =>
  async (query: Wanted): Promise<PartialCommentAnnotation | 'deleted' | null> => {
    const { annotationId, commentId } = query;
    const key = { organizationId: query.organizationId ?? organizationId, annotationIds: [annotationId] };
    const [found] = (await store.find({ ...key, withDeleted: true })).threads;
    if (found === undefined) return null;
    const record = recordOf(found);
    const isGone = commentId !== null && found.comments[String(commentId)]?.isDeleted === true;
    return record === null || isGone ? 'deleted' : (record as PartialCommentAnnotation);
  };
