/** Requests of the customer's backend; unknown fields are refused by name. */
import * as z from 'zod';
import { COMMENTS_LIMITS } from '../limits.js';
import {
  annotation,
  comment,
  commentId,
  event,
  id,
  metadata,
  pageFields,
  writeFields,
} from '../http/requests.js';

const ids = z.array(id).max(COMMENTS_LIMITS.ids);

export const REQUESTS = {
  get: z.strictObject({
    organizationId: id,
    commentAnnotationIds: ids.optional(),
    documentIds: ids.optional(),
    folderId: id.optional(),
    allDocuments: z.boolean().optional(),
    /** Tombstones too: for reconciliation. */
    withDeleted: z.boolean().optional(),
    ...pageFields,
  }),
  save: z.strictObject({
    commentAnnotation: z.record(id, annotation),
    event: event.optional(),
    metadata: metadata.optional(),
    commentId: commentId.optional(),
    targetComment: comment.optional(),
    ...writeFields,
  }),
  delete: z.strictObject({
    commentAnnotationId: id,
    metadata: metadata.optional(),
    event: event.optional(),
    revision: writeFields.revision,
    writeId: writeFields.writeId,
  }),
};
