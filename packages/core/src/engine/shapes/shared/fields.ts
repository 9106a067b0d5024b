/** Parts that requests share. */
import * as z from 'zod';
import { externalId, handleId, workspaceId } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';

/** Workspace of an operation. */
export const workspace = z.strictObject({ workspaceId });

/** Ids of a scope: none is the workspace, organizationId an organization, both a document. */
export const scopeIds = {
  organizationId: externalId.optional().describe('Organization whose definition is meant.'),
  documentId: externalId.optional().describe('Document whose definition is meant; needs its organizationId.'),
};

/** A documentId requires its organization. */
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
  pageSize: z.int().min(1).max(LIMITS.pageSize).optional().describe('Page size, 1 to 500; 50 by default.'),
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorLength)
    .optional()
    .describe('`nextCursor` of the page before; the first page without it.'),
};

/** Fields that name one execution, or one step of it. */
export const executionId = handleId.describe('Id of the execution, as `dispatch` returned it.');
export const step = {
  executionId,
  stepId: handleId
    .optional()
    .describe('Id of the step in its execution, as views and events show it; give it or `nodeId`.'),
  nodeId: handleId
    .optional()
    .describe('Node of the step, in place of `stepId`, if the execution has exactly one step of it.'),
};

export const decisionReason = z.string().max(LIMITS.decisionReasonLength);
export const cancelReason = z.string().max(LIMITS.cancelReasonLength);
