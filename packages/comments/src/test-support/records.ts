/** Random threads, and threads in which every content field is a canary. */
import fc from 'fast-check';
import type { Comment, CommentAnnotation, User } from '../record.js';

/** In every text that must not reach the service. */
export const CANARY = 'canary-🐤';

export const user = (userId: string): User => ({
  userId,
  name: `${CANARY} name of ${userId}`,
  email: `${userId}@${CANARY}.example`,
});

export const comment = (commentId: number, by = 'ada', more: Partial<Comment> = {}): Comment => ({
  commentId,
  commentText: `${CANARY} text ${commentId}`,
  commentHtml: `<p>${CANARY} html ${commentId}</p>`,
  from: user(by),
  to: [user('bob')],
  taggedUserContacts: [{ userId: 'bob', contact: user('bob'), text: `@${CANARY}` }],
  attachments: {
    [`7${commentId}`]: {
      attachmentId: Number(`7${commentId}`),
      name: `${CANARY}.pdf`,
      url: `https://files.example/${CANARY}`,
    },
  },
  ...more,
});

export const thread = (
  annotationId: string,
  comments: readonly Comment[],
  more: Partial<CommentAnnotation> = {},
): CommentAnnotation => ({
  annotationId,
  metadata: { organizationId: 'acme', documentId: 'contract' },
  comments: Object.fromEntries(comments.map((it) => [String(it.commentId), it])),
  ...more,
});

const userId = fc.string({ minLength: 1, maxLength: 6 });
const anyUser = fc
  .record({ userId, name: fc.string(), email: fc.string(), age: fc.integer() }, { requiredKeys: ['userId'] })
  .map((it) => it as User);

const anyTagged = fc.record({ userId, contact: anyUser, text: fc.string() }, { requiredKeys: ['userId'] });

const anyAttachments = fc
  .array(fc.record({ attachmentId: fc.nat(9), name: fc.string(), url: fc.string(), size: fc.nat() }))
  .map((list) => Object.fromEntries(list.map((it) => [String(it.attachmentId), it])));

/**
 * Custom fields, falsy values among them; their names come from a small set, so that lists of
 * fields hit them.
 */
export const CUSTOM_NAMES = ['size', 'flavour', 'secret', 'toString', '__proto__'] as const;
const falsy = fc.constantFrom(null, 0, false, '');
const custom = fc
  .array(fc.tuple(fc.constantFrom(...CUSTOM_NAMES), fc.oneof(falsy, fc.jsonValue())))
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);

const content = fc.record(
  {
    commentText: fc.string(),
    commentHtml: fc.string(),
    from: fc.oneof(anyUser, fc.constant(null)),
    to: fc.array(anyUser),
    taggedUserContacts: fc.array(anyTagged),
    attachments: anyAttachments,
    status: fc.string(),
    lastUpdated: fc.nat(),
  },
  { requiredKeys: [] },
);

const anyComment = fc
  .tuple(fc.nat(20), content, custom)
  .map(([commentId, fields, own]) => ({ ...own, ...fields, commentId }) as Comment);

export const anyThread: fc.Arbitrary<CommentAnnotation> = fc
  .tuple(
    fc.string({ minLength: 1 }),
    fc.array(anyComment, { maxLength: 4 }),
    content,
    fc.record({ assignedTo: anyUser, resolvedByUser: anyUser }, { requiredKeys: [] }),
    custom,
  )
  .map(([annotationId, comments, fields, users, own]) => ({
    ...own,
    ...fields,
    ...users,
    ...thread(annotationId, comments),
  })) as fc.Arbitrary<CommentAnnotation>;

export const anyFieldList = fc.uniqueArray(fc.constantFrom(...CUSTOM_NAMES));
