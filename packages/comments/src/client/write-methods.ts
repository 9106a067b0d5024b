/** Methods of the client that write threads: they turn the host's arguments into a write. */
import { withoutNames } from '../content/people.js';
import { CommentsSetupError } from '../errors.js';
import { type Comment, type CommentAnnotation, type Fields, IDENTITY_FIELDS } from '../record.js';
import type { CommentsClient, NewComment } from './api.js';
import {
  type Write,
  addComment,
  addThread,
  changeThread,
  deleteComment,
  deleteThread,
  updateComment,
} from './changes.js';
import { checkCommentId, checkContent, checkThread } from './check-ids.js';
import type { Identity } from './identity.js';
import { newCommentId } from './ids.js';
import { type Sessions, checkDocuments } from './session.js';

type WriteMethods = Pick<
  CommentsClient,
  | 'addCommentAnnotation'
  | 'updateCommentAnnotation'
  | 'addComment'
  | 'updateComment'
  | 'deleteComment'
  | 'deleteCommentAnnotation'
>;

/** With a provider of people, a thread keeps only their userIds. */
const kept = <Of extends object>(sessions: Sessions, record: Of): Of =>
  (sessions.current()?.people ?? null) === null ? record : withoutNames(record);

/**
 * Fills in the signed-in user as the author, unless the comment names one. The servers let only
 * processes name another author.
 */
function ofUser({ organizationId: _organization, ...user }: Identity, comment: NewComment): Comment {
  const { commentId = newCommentId(), from = user }: Partial<Comment> = comment;
  return { ...comment, commentId, from };
}

export function writeMethods(
  sessions: Sessions,
  write: (method: string, change: Write) => Promise<void>,
  now: () => number,
): WriteMethods {
  return {
    addCommentAnnotation: async (annotation) => {
      const { user, documentIds } = sessions.ready('addCommentAnnotation');
      checkThread('addCommentAnnotation', annotation);
      const complete = inOrganization(annotation, user.organizationId);
      checkDocuments([complete.metadata.documentId], documentIds);
      const comments = Object.entries(complete.comments).map(([key, it]) => [
        key,
        ofUser(user, { ...it, commentId: Number(key) }),
      ]);
      for (const it of Object.values(complete.comments)) checkContent('addCommentAnnotation', it);
      const named = { ...complete, comments: Object.fromEntries(comments) as typeof complete.comments };
      await write('addCommentAnnotation', addThread(kept(sessions, named), now()));
    },
    updateCommentAnnotation: async (annotationId, fields, event) => {
      checkFields('updateCommentAnnotation', fields);
      await write(
        'updateCommentAnnotation',
        changeThread(annotationId, kept(sessions, fields), event, now()),
      );
    },
    addComment: async (annotationId, comment) => {
      const complete = ofUser(sessions.ready('addComment').user, comment);
      checkCommentId('addComment', complete.commentId);
      checkContent('addComment', comment);
      await write('addComment', addComment(annotationId, kept(sessions, complete), now()));
      return complete.commentId;
    },
    updateComment: async (annotationId, commentId, fields) => {
      checkCommentId('updateComment', commentId);
      checkFields('updateComment', fields);
      await write('updateComment', updateComment(annotationId, commentId, kept(sessions, fields), now()));
    },
    deleteComment: async (annotationId, commentId) => {
      checkCommentId('deleteComment', commentId);
      await write('deleteComment', deleteComment(annotationId, commentId, now()));
    },
    deleteCommentAnnotation: (annotationId) => write('deleteCommentAnnotation', deleteThread(annotationId)),
  };
}

function checkFields(method: string, fields: Fields): void {
  const taken = Object.keys(fields).filter((name) => IDENTITY_FIELDS.includes(name));
  if (taken.length > 0)
    throw new CommentsSetupError(
      `${method} changes no ${taken.join(', ')}: leave it out; addComment and updateComment are for comments.`,
    );
}

/** Adds the organization to a thread: the customer's side scopes by it. */
function inOrganization(annotation: CommentAnnotation, organizationId: string): CommentAnnotation {
  const { metadata } = annotation;
  if (metadata.organizationId !== undefined && metadata.organizationId !== organizationId)
    throw new CommentsSetupError('metadata.organizationId must be the organization given to identify.');
  return { ...annotation, metadata: { ...metadata, organizationId } };
}
