/**
 * On write: takes a thread apart into what the service may know and what stays with the customer.
 * Pure.
 */
import {
  type CommentAnnotation,
  type Fields,
  type PartialCommentAnnotation,
  type StructuralAnnotation,
  isObject,
} from '../record.js';
import { canonical } from './canonical.js';
import type { CustomFields } from './custom-fields.js';
import { FLAGS, STORED_AT, hasText, serviceMetadata, servicePart } from './service-fields.js';

/** A thread, taken apart. */
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
  return {
    structural: {
      ...thread.structural,
      annotationId,
      metadata: serviceMetadata(metadata),
      comments: Object.fromEntries(parts.map((it) => it.structural)) as StructuralAnnotation['comments'],
      isCommentResolverUsed: true,
      isCommentTextAvailable: parts.some((it) => it.hasText),
    },
    content: {
      ...thread.content,
      annotationId,
      metadata,
      comments: Object.fromEntries(parts.map((it) => it.content)),
    },
  };
}

/** Fields that people fill in are with the customer in any case, so that its record is whole. */
const ALWAYS_CONTENT: readonly string[] = [
  'from',
  'to',
  'assignedTo',
  'resolvedByUser',
  'taggedUserContacts',
  'attachments',
];

function stripFields(record: Fields, { additionalFields, fieldsToRemove }: CustomFields) {
  const structural: [string, unknown][] = [];
  const content: [string, unknown][] = [];
  for (const [name, value] of Object.entries(record)) {
    if (FLAGS.includes(name) || name === STORED_AT) continue;
    const known = fieldsToRemove.includes(name) ? undefined : servicePart(name, value, additionalFields);
    if (known !== undefined) structural.push([name, known]);
    const isWhole = canonical(known) === canonical(value);
    if (!isWhole || ALWAYS_CONTENT.includes(name) || additionalFields.includes(name))
      content.push([name, value]);
  }
  // Not assignment: a key `__proto__` would then be no key.
  return { structural: Object.fromEntries(structural), content: Object.fromEntries(content) };
}

/**
 * The fields of a record that hold more than the service may know; for servers that refuse it.
 *
 * @param additionalFields the hosts' own fields that the service takes.
 */
export function contentIn(record: Fields, additionalFields: readonly string[] = []): string[] {
  const { annotationId: _id, metadata, comments = {}, ...fields } = record;
  const known = isObject(metadata) ? serviceMetadata(metadata) : undefined;
  const inComments = Object.values(comments as Fields).flatMap((it) =>
    isObject(it) ? contentFields(it, additionalFields) : ['comments'],
  );
  const inMetadata = canonical(metadata) === canonical(known) ? [] : ['metadata'];
  return [...contentFields(fields, additionalFields), ...inMetadata, ...inComments];
}

/**
 * Fields of the thread itself, or of a comment: in these, neither an id of a thread nor metadata
 * has a place.
 */
const contentFields = (record: Fields, additionalFields: readonly string[]): string[] =>
  Object.entries(record).flatMap(([name, value]) => {
    if (FLAGS.includes(name)) return typeof value === 'boolean' ? [] : [name];
    return canonical(value) === canonical(servicePart(name, value, additionalFields)) ? [] : [name];
  });
