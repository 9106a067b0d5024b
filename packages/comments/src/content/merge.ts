/** On read: puts the customer's content back into what the service knows of a thread. Pure. */
import type {
  Comment,
  CommentAnnotation,
  Fields,
  PartialCommentAnnotation,
  StructuralAnnotation,
  StructuralComment,
} from '../record.js';
import { isObject } from '../record.js';
import { FLAGS, hasText, isContentField } from './content-fields.js';
import type { CustomFields } from './custom-fields.js';

/**
 * The inverse of `strip`. The service says which threads and comments there are, so what only the customer still
 * has is not shown; of the customer's record nothing is taken but content and moved fields. What is not there is
 * shown without content, `isCommentTextAvailable: false`.
 *
 * @param content null: the customer has none, or it could not be had.
 */
export function merge(
  structural: StructuralAnnotation,
  content: PartialCommentAnnotation | null,
  custom: Pick<CustomFields, 'fieldsToRemove'>,
): CommentAnnotation {
  if (!isResolved(structural)) return structural;
  const { annotationId, metadata, comments, ...rest } = structural;
  const contents: Fields = isObject(content?.comments) ? content.comments : {};
  const merged = Object.entries(comments).map(([key, comment]) => {
    const own = Object.hasOwn(contents, key) ? contents[key] : undefined;
    return [key, mergeComment(comment, own, custom)] as const;
  });
  const isMissing =
    content === null || merged.some(([, comment]) => comment.isCommentTextAvailable === false);
  return {
    ...mergeFields(rest, content ?? {}, custom),
    annotationId,
    metadata,
    comments: Object.fromEntries(merged),
    ...(isMissing && { isCommentTextAvailable: false }),
  };
}

/** Whether any content of the thread is with the customer. */
export const isResolved = ({ isCommentResolverUsed, comments }: StructuralAnnotation): boolean =>
  isCommentResolverUsed === true || Object.values(comments).some((it) => it.isCommentResolverUsed === true);

function mergeComment(
  comment: StructuralComment,
  content: unknown,
  custom: Pick<CustomFields, 'fieldsToRemove'>,
): Comment {
  // A comment of the time before the provider keeps its content with the service.
  if (comment.isCommentResolverUsed !== true && hasText(comment)) return comment;
  const merged = mergeFields(comment, isObject(content) ? content : {}, custom);
  return {
    ...merged,
    commentId: comment.commentId,
    ...(!isObject(content) && { isCommentTextAvailable: false }),
  };
}

function mergeFields(
  structural: Fields,
  content: Fields,
  { fieldsToRemove }: Pick<CustomFields, 'fieldsToRemove'>,
): Fields {
  const known = Object.entries(structural).filter(([name]) => !FLAGS.includes(name));
  const own = Object.entries(content).filter(
    ([name, value]) =>
      (isContentField(name) || fieldsToRemove.includes(name)) &&
      // A database's empty column says nothing about what the service knows.
      !((value === null || value === undefined) && Object.hasOwn(structural, name)),
  );
  return Object.fromEntries([...known, ...own]);
}
