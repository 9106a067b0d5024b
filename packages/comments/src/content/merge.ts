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
import { canonical } from './canonical.js';
import type { CustomFields } from './custom-fields.js';
import { FLAGS, STORED_AT, hasText, isServiceField, servicePart } from './service-fields.js';

/**
 * The inverse of `strip`. The service says which threads and comments there are, so what only the
 * customer still has is not shown. Of a field that both have, the customer's is shown as long as it
 * is about the same identifiers; a field of the service's that the customer's record forges is not.
 * What is not there is shown without content, `isCommentTextAvailable: false`.
 *
 * @param content null: the customer has none, or it could not be had.
 */
export function merge(
  structural: StructuralAnnotation,
  content: PartialCommentAnnotation | null,
  custom: CustomFields,
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
  const { annotationId: _id, metadata: ownMetadata, comments: _comments, ...ownFields } = content ?? {};
  return {
    ...mergeFields(rest, ownFields, custom),
    annotationId,
    metadata: { ...(isObject(ownMetadata) && ownMetadata), ...metadata },
    comments: Object.fromEntries(merged),
    ...(isMissing && { isCommentTextAvailable: false }),
  };
}

/** A thread as it was before one of its comments was written, and as it was shown then. */
export interface MergedBefore {
  readonly merged: CommentAnnotation;
  /** commentId of the comment that was written since; undefined: fields of the thread. */
  readonly key: string | undefined;
}

/**
 * The same as `merge`, where nothing has changed since but the thread's fields and one comment: the
 * others stay.
 */
export function mergeAgain(
  { merged, key }: MergedBefore,
  structural: StructuralAnnotation,
  content: PartialCommentAnnotation | null,
  custom: CustomFields,
): CommentAnnotation {
  const keys = key === undefined ? [] : [key];
  const some = merge(onlyOf(structural, keys), content && onlyOf(content, keys), custom);
  // A lack of content is only known for all comments together.
  if (merged.isCommentTextAvailable === false || !isResolved(structural))
    return merge(structural, content, custom);
  if (key === undefined) return { ...some, comments: merged.comments };
  const comments: Record<string, Comment> = { ...merged.comments };
  if (!Object.hasOwn(some.comments, key)) Reflect.deleteProperty(comments, key);
  return { ...some, comments: Object.assign(comments, some.comments) };
}

const onlyOf = <Of extends { readonly comments: Readonly<Record<string, unknown>> }>(
  record: Of,
  keys: readonly string[],
): Of => ({
  ...record,
  comments: Object.fromEntries(
    keys.filter((it) => Object.hasOwn(record.comments, it)).map((it) => [it, record.comments[it]]),
  ),
});

/** True if any content of the thread is with the customer. */
export const isResolved = ({ isCommentResolverUsed, comments }: StructuralAnnotation): boolean =>
  isCommentResolverUsed === true || Object.values(comments).some((it) => it.isCommentResolverUsed === true);

/** True if the comment is of the time before the provider, with its content at the service. */
export const isFromBefore = (comment: Fields): boolean =>
  comment.isCommentResolverUsed !== true && hasText(comment);

/** A thread of many comments is merged again with each of them: the others are not. */
const mergedBefore = new WeakMap<object, MergedComment>();
interface MergedComment {
  readonly content: unknown;
  readonly custom: CustomFields;
  readonly merged: Comment;
}

function mergeComment(comment: StructuralComment, content: unknown, custom: CustomFields): Comment {
  if (isFromBefore(comment)) return comment;
  const known = mergedBefore.get(comment);
  if (known !== undefined && known.content === content && known.custom === custom) return known.merged;
  const { commentId: _id, ...own } = isObject(content) ? content : {};
  const merged = {
    ...mergeFields(comment, own, custom),
    commentId: comment.commentId,
    ...(!isObject(content) && { isCommentTextAvailable: false }),
  };
  mergedBefore.set(comment, { content, custom, merged });
  return merged;
}

function mergeFields(structural: Fields, content: Fields, { additionalFields }: CustomFields): Fields {
  const known = Object.entries(structural).filter(([name]) => !FLAGS.includes(name));
  const own = Object.entries(content).filter(([name, value]) => {
    const service = Object.hasOwn(structural, name) ? structural[name] : undefined;
    if (name === STORED_AT) return false;
    // A database's empty column says nothing about what the service knows.
    if (FLAGS.includes(name) || ((value ?? undefined) === undefined && service !== undefined)) return false;
    if (!isServiceField(name)) return service === undefined;
    return canonical(servicePart(name, value, additionalFields)) === canonical(service);
  });
  return Object.fromEntries([...known, ...own]);
}
