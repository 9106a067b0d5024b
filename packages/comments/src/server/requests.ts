/** What the customer's backend takes; everything else in a request is refused by name. */
import * as z from 'zod';
import { BadRequest } from '../http/json-body.js';
import { COMMENTS_LIMITS } from '../limits.js';
import { annotation, commentId, event, id, metadata, pageFields, writeFields } from '../http/requests.js';

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
    targetComment: z.looseObject({ commentId }).optional(),
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

/** Requests say it in their own metadata, threads in theirs; what says two things is refused. */
export function organizationOf(said: readonly (string | undefined)[]): string {
  const [organizationId, ...others] = new Set(said.filter((it) => it !== undefined));
  if (organizationId === undefined) throw new BadRequest(400, 'metadata.organizationId: is missing');
  if (others.length > 0) throw new BadRequest(400, 'metadata.organizationId: there are two');
  return organizationId;
}
