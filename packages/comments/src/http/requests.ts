/** Shapes that both servers take; everything else in a request is refused by name. */
import * as z from 'zod';
import { COMMENTS_LIMITS } from '../limits.js';
import { BadRequest } from './json-body.js';

const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'has control characters');

/** Contract section 1. */
export const id = text(COMMENTS_LIMITS.idLength);
export const event = text(COMMENTS_LIMITS.nameLength);
export const commentId = z.number().int().min(0);
export const metadata = z.looseObject({
  organizationId: id.optional(),
  documentId: id.optional(),
  folderId: id.optional(),
  apiKey: z.string().max(COMMENTS_LIMITS.apiKeyLength).optional(),
});
/** Fields that are not named are the host's own. */
export const annotation = z.looseObject({
  annotationId: id,
  metadata,
  comments: z.record(z.string().max(COMMENTS_LIMITS.idLength), z.looseObject({ commentId })),
});

/** What a writer says of a write, so that it changes that and nothing else. */
export const writeFields = {
  changedFields: z
    .array(z.string().min(1).max(COMMENTS_LIMITS.nameLength))
    .max(COMMENTS_LIMITS.changedFields)
    .optional(),
  revision: z.number().int().min(0).optional(),
  writeId: id.optional(),
};

export const pageFields = {
  limit: z.number().int().min(1).max(COMMENTS_LIMITS.listed).optional(),
  after: id.optional(),
};

/** @throws BadRequest with the paths of what is wrong, and nothing of what stood there. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new BadRequest(400, issues.slice(0, 20).join('; '));
}
