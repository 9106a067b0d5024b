/** Shapes that both servers take; everything else in a request is refused by name. */
import * as z from 'zod';
import { COMMENTS_LIMITS } from '../limits.js';
import { IDENTITY_FIELDS } from '../record.js';
import { type SavedChange, needsComment } from '../store/change.js';
import { BadRequest } from './json-body.js';

const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'has control characters');

/** Contract section 1. */
export const id = text(COMMENTS_LIMITS.idLength);
const userId = text(COMMENTS_LIMITS.userIdLength);
export const event = text(COMMENTS_LIMITS.nameLength);
export const commentId = z.number().int().min(0);
export const metadata = z.looseObject({
  organizationId: id.optional(),
  documentId: id.optional(),
  folderId: id.optional(),
  apiKey: z.string().max(COMMENTS_LIMITS.apiKeyLength).optional(),
});

const words = z.string().optional();
const user = z.looseObject({ userId, name: words, email: words });
/** The documented fields of threads and comments. Those that are not named are the host's own. */
const documented = {
  commentText: words,
  commentHtml: words,
  from: user.optional(),
  to: z.array(user).optional(),
  /** Null: no longer assigned. */
  assignedTo: user.nullish(),
  resolvedByUser: user.nullish(),
  taggedUserContacts: z.array(z.looseObject({ userId, contact: user.optional(), text: words })).optional(),
  attachments: z
    .record(z.string(), z.looseObject({ attachmentId: z.number(), name: words, url: words }))
    .optional(),
  createdAt: z.number().optional(),
  lastUpdated: z.number().optional(),
  isCommentResolverUsed: z.boolean().optional(),
  isCommentTextAvailable: z.boolean().optional(),
};
export const comment = z.looseObject({ commentId, ...documented });
const comments = z
  .record(z.string().max(COMMENTS_LIMITS.idLength), comment)
  .refine((all) => Object.entries(all).every(([key, it]) => key === String(it.commentId)), {
    message: 'a comment stands under another id than its own',
  });
export const annotation = z.looseObject({ annotationId: id, metadata, comments, ...documented });

/** Fields that describe a write, so that it changes that and nothing else. */
export const writeFields = {
  changedFields: z
    .array(
      z
        .string()
        .min(1)
        .max(COMMENTS_LIMITS.nameLength)
        .refine((name) => !IDENTITY_FIELDS.includes(name), {
          message: `${IDENTITY_FIELDS.join(', ')} stay as they are`,
        }),
    )
    .max(COMMENTS_LIMITS.changedFields)
    .optional(),
  revision: z.number().int().min(0).optional(),
  writeId: id.optional(),
  withdraws: id.optional(),
};

/** Only for the service: `marksOf` the fields that the customer's side has. */
export const contentMarks = z
  .array(z.string().regex(/^[0-9a-f]{8}$/))
  .max(COMMENTS_LIMITS.changedFields)
  .optional();

/** Only for the service: the revision that the write made at the customer's side. */
export const customerRevision = z.number().int().min(1).optional();

export const pageFields = {
  limit: z.number().int().min(1).max(COMMENTS_LIMITS.listed).optional(),
  after: id.optional(),
};

/** @throws BadRequest for a write to a comment that does not say which: it would do nothing. */
export function checkNamed({ event, commentId: named, annotation: sent }: SavedChange): void {
  const isEmpty = event === 'comment.add' && Object.keys(sent.comments).length === 0;
  if (named === undefined && (needsComment(event) || isEmpty))
    throw new BadRequest(400, 'commentId: is missing, and the event is about a comment');
}

/** Requests say it in their own metadata, threads in theirs; what says two things is refused. */
export function organizationOf(said: readonly (string | undefined)[]): string {
  const [organizationId, ...others] = new Set(said.filter((it) => it !== undefined));
  if (organizationId === undefined) throw new BadRequest(400, 'metadata.organizationId: is missing');
  if (others.length > 0) throw new BadRequest(400, 'metadata.organizationId: there are two');
  return organizationId;
}

/** @throws BadRequest with the paths of what is wrong, and nothing of what stood there. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new BadRequest(400, issues.slice(0, 20).join('; '));
}
