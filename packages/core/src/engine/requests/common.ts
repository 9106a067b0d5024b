/** Parts that requests share. */
import { z } from 'zod';
import { externalId } from '../../definition/identifiers.js';
import { LIMITS } from '../../definition/limits.js';

/** A level of scope by its ids: none is the workspace, organizationId an organization, both a document. */
export const scopeIds = { organizationId: externalId.optional(), documentId: externalId.optional() };

/** A documentId says nothing without its organization. */
export const withScope = <
  T extends z.ZodType<{ organizationId?: string | undefined; documentId?: string | undefined }>,
>(
  schema: T,
): T =>
  schema.refine((it) => it.documentId === undefined || it.organizationId !== undefined, {
    path: ['documentId'],
    message: 'give the organizationId that the document belongs to as well',
  });

export const page = {
  pageSize: z.int().min(1).max(LIMITS.pageSize).optional(),
  cursor: z.string().min(1).max(2_000).optional(),
};

export const decisionReason = z.string().max(LIMITS.decisionReasonLength);
export const cancelReason = z.string().max(LIMITS.cancelReasonLength);
