/** On write: takes a thread apart into what the service may know and what stays with the customer. Pure. */
import {
  type CommentAnnotation,
  type Fields,
  type PartialCommentAnnotation,
  type StructuralAnnotation,
  isObject,
} from '../record.js';
import { canonical } from './canonical.js';
import { FLAGS, hasText, identifiersOf, isContentField } from './content-fields.js';
import type { CustomFields } from './custom-fields.js';

export interface StrippedAnnotation {
  /** For the service. */
  readonly structural: StructuralAnnotation;
  /** For the customer. */
  readonly content: PartialCommentAnnotation;
}

/** `merge` is its inverse. The SDK's two flags are not part of the record: they are set anew. */
export function strip(annotation: CommentAnnotation, custom: CustomFields): StrippedAnnotation {
  const { annotationId, metadata, comments, ...rest } = annotation;
  const thread = stripFields(rest, custom);
  const parts = Object.entries(comments).map(([key, comment]) => {
    const { structural, content } = stripFields(comment, custom);
    const flags = { isCommentResolverUsed: true, isCommentTextAvailable: hasText(comment) };
    return {
      hasText: flags.isCommentTextAvailable,
      structural: [key, { ...structural, ...flags }],
      content: [key, { ...content, commentId: comment.commentId }],
    } as const;
  });
  const identity = { annotationId, metadata };
  return {
    structural: {
      ...thread.structural,
      ...identity,
      comments: Object.fromEntries(parts.map((it) => it.structural)) as StructuralAnnotation['comments'],
      isCommentResolverUsed: true,
      isCommentTextAvailable: parts.some((it) => it.hasText),
    },
    content: {
      ...thread.content,
      ...identity,
      comments: Object.fromEntries(parts.map((it) => it.content)),
    },
  };
}

function stripFields(record: Fields, { additionalFields, fieldsToRemove }: CustomFields) {
  const structural: [string, unknown][] = [];
  const content: [string, unknown][] = [];
  for (const [name, value] of Object.entries(record)) {
    if (FLAGS.includes(name)) continue;
    const isContent = isContentField(name);
    const isMoved = isContent || fieldsToRemove.includes(name);
    if (isMoved || additionalFields.includes(name)) content.push([name, value]);
    const known = isContent ? identifiersOf(name, value) : value;
    if (isContent ? known !== undefined : !isMoved) structural.push([name, known]);
  }
  // Not assignment: a key `__proto__` would then be no key.
  return { structural: Object.fromEntries(structural), content: Object.fromEntries(content) };
}

/** Whether a field of a stored record holds more than the service may know; for servers that refuse it. */
export function hasContent(record: Fields): boolean {
  return Object.entries(record).some(([name, value]) => {
    if (name === 'comments' && isObject(value))
      return Object.values(value).some((comment) => isObject(comment) && hasContent(comment));
    return isContentField(name) && canonical(value) !== canonical(identifiersOf(name, value));
  });
}
