/**
 * One write, split into the requests to each side and the thread after it. The rest of the thread
 * stays out of it.
 */
import type { CustomFields } from '../content/custom-fields.js';
import { isFromBefore } from '../content/merge.js';
import { FLAGS, isServiceField } from '../content/service-fields.js';
import { type StrippedAnnotation, strip } from '../content/strip.js';
import { CommentNotFoundError, ContentMissingError } from '../errors.js';
import type { SaveCommentResolverRequest } from '../provider/provider.js';
import {
  type Comment,
  type CommentAnnotation,
  type Fields,
  IDENTITY_FIELDS,
  type Metadata,
  type PartialCommentAnnotation,
  type StructuralAnnotation,
} from '../record.js';
import type { SaveRequest } from '../service/port.js';
import type { Write } from './changes.js';
import type { Session } from './session.js';

export interface Parts {
  readonly customer: SaveCommentResolverRequest;
  readonly service: Omit<SaveRequest, 'organizationId'>;
  readonly metadata: Metadata;
  /**
   * Records of both sides after the write, from those at its end: others may have been read
   * meanwhile.
   */
  readonly structural: (stored: StructuralAnnotation | undefined) => StructuralAnnotation;
  readonly content: (stored: PartialCommentAnnotation | null) => PartialCommentAnnotation;
  /**
   * True when the customer gets a whole comment that it never had, from the time before the
   * provider.
   */
  readonly isWhole: boolean;
  /** The changed fields that the customer's side has: a stale write would replace them there. */
  readonly contentFields: readonly string[];
}

/** @throws CommentNotFoundError, ContentMissingError */
export function partsOf(session: Session, write: Write): Parts {
  if (write.event === 'comment_annotation.add') return threadParts(session, write);
  const before = narrowed(session.threads.confirmed(write.annotationId), write.commentId);
  const after = write.apply(before);
  if (before === undefined || after === undefined) throw new CommentNotFoundError(write.annotationId);
  if (write.commentId === undefined) return fieldParts(session, write, after);
  return commentParts(session, write, after);
}

/** Returns the thread with only the written comment: a write costs the same in a long thread. */
function narrowed(thread: CommentAnnotation | undefined, commentId: number | undefined) {
  if (thread === undefined) return undefined;
  const key = String(commentId);
  const comment = Object.hasOwn(thread.comments, key) ? thread.comments[key] : undefined;
  return { ...thread, comments: comment === undefined ? {} : { [key]: comment } };
}

/** A new thread goes as a whole. */
function threadParts({ provider }: Session, { annotationId, apply }: Write): Parts {
  const made = apply(undefined);
  if (made === undefined) throw new CommentNotFoundError(annotationId);
  const { structural, content } = strip(made, provider.custom);
  const event = 'comment_annotation.add';
  return {
    customer: { commentAnnotation: { [annotationId]: content }, event },
    service: { annotation: structural, event },
    metadata: content.metadata,
    structural: (stored) => (stored ? joined(structural, stored) : structural),
    content: (stored) => (stored ? joined(content, stored) : content),
    isWhole: false,
    contentFields: Object.keys(content).filter((it) => isOwn(it) && it !== 'from'),
  };
}

/** An add replaces only the time of the last write. */
const joined = <Of extends StructuralAnnotation | PartialCommentAnnotation>(made: Of, stored: Of): Of => ({
  ...made,
  ...stored,
  ...latest(made, stored),
  comments: { ...made.comments, ...stored.comments },
});

function latest(...records: readonly Fields[]): { readonly lastUpdated?: number } {
  const times = records.map((it) => it.lastUpdated).filter((it) => typeof it === 'number');
  return times.length > 0 ? { lastUpdated: Math.max(...times) } : {};
}

/** Fields of the thread itself. */
function fieldParts(
  { threads, provider }: Session,
  { annotationId, event, fields: changedFields }: Write,
  after: CommentAnnotation,
): Parts {
  const stored = threads.stored(annotationId);
  const stripped = strip({ ...after, comments: {} }, provider.custom);
  const isMissing = stored?.content === null && stored.structural.isCommentResolverUsed === true;
  const contentFields = changedFields.filter((it) => isForCustomer(it, stripped.content));
  if (isMissing && contentFields.length > 0) throw new ContentMissingError(annotationId, null);
  const { content, structural } = only(stripped, changedFields);
  return {
    customer: { commentAnnotation: { [annotationId]: content }, event, changedFields },
    service: {
      annotation: structural,
      event,
      changedFields: changedFields.filter(isForServiceIn(stored?.structural, provider.custom)),
    },
    metadata: content.metadata,
    structural: (now = structural) => patched(now, structural, changedFields),
    content: (now) => patched(now ?? content, content, changedFields),
    isWhole: false,
    contentFields,
  };
}

/** One comment, and the time of the thread. */
function commentParts(
  { threads, provider }: Session,
  { annotationId, event, commentId = 0, fields: changed }: Write,
  after: CommentAnnotation,
): Parts {
  const key = String(commentId);
  const stored = threads.stored(annotationId);
  const comment: Comment | undefined = after.comments[key];
  if (event === 'comment.update' && comment === undefined)
    throw new CommentNotFoundError(annotationId, commentId);
  const before = stored?.structural.comments[key];
  const isWhole = event === 'comment.update' && before !== undefined && isFromBefore(before);
  const known = event === 'comment.update' && !isWhole ? stored?.content?.comments[key] : comment;
  const one = strip({ ...after, comments: comment ? { [key]: comment } : {} }, provider.custom);
  const target = one.content.comments[key];
  const contentFields = changed.filter((it) => isForCustomer(it, target ?? {}));
  if (comment && !known && contentFields.length > 0) throw new ContentMissingError(annotationId, commentId);
  // Names of both sides: each takes what it has of them.
  const names = isWhole ? wholeNames(comment ?? {}, before, changed) : changed;
  const changedFields = event === 'comment.update' ? { changedFields: names } : {};
  const sent = known && target ? { [key]: target } : {};
  const { content, structural } = only(one, ['lastUpdated']);
  return {
    customer: {
      commentAnnotation: { [annotationId]: { ...content, comments: sent } },
      event,
      commentId,
      ...(known && target && { targetComment: target }),
      ...(isWhole ? {} : changedFields),
    },
    service: {
      annotation: { ...structural, comments: one.structural.comments },
      event,
      commentId,
      ...(event === 'comment.update' && {
        changedFields: names.filter(isForServiceIn(before, provider.custom)),
      }),
    },
    metadata: content.metadata,
    structural: (now = structural) => withComments(now, structural, one.structural.comments, key),
    content: (now) => withComments(now ?? content, content, sent, key),
    isWhole,
    contentFields,
  };
}

/** Everything that a comment of the time before the provider has at the service, and will have. */
const wholeNames = (comment: Fields, before: Fields, changed: readonly string[]): string[] => [
  ...new Set([...Object.keys(comment), ...Object.keys(before), ...changed, ...FLAGS].filter(isOwn)),
];

const isOwn = (name: string): boolean => !IDENTITY_FIELDS.includes(name);

/** False for fields of which the service has nothing: it does not learn their names either. */
const isForServiceIn =
  (stored: Fields | undefined, { additionalFields }: CustomFields) =>
  (name: string): boolean =>
    isServiceField(name) ||
    FLAGS.includes(name) ||
    additionalFields.includes(name) ||
    Object.hasOwn(stored ?? {}, name);

/** True if the customer's side has a part of the field. */
const isForCustomer = (name: string, content: Fields): boolean =>
  Object.hasOwn(content, name) || !(isServiceField(name) || name === 'isCommentTextAvailable');

/** The thread's own fields, those of the names alone, without comments. */
function only({ structural, content }: StrippedAnnotation, names: readonly string[]): StrippedAnnotation {
  return { structural: onlyOf(structural, names), content: onlyOf(content, names) };
}

function onlyOf<Of extends PartialCommentAnnotation | StructuralAnnotation>(
  record: Of,
  names: readonly string[],
): Of {
  const { annotationId, metadata } = record;
  const own = Object.entries(record).filter(([name]) => names.includes(name));
  return { ...Object.fromEntries(own), annotationId, metadata, comments: {} } as unknown as Of;
}

function patched<Of extends StructuralAnnotation | PartialCommentAnnotation>(
  stored: Of,
  sent: Of,
  names: readonly string[],
): Of {
  const kept = Object.entries(stored).filter(([name]) => !names.includes(name));
  const own = Object.entries(sent).filter(([name]) => names.includes(name));
  return Object.fromEntries([...kept, ...own]) as unknown as Of;
}

function withComments<Of extends StructuralAnnotation | PartialCommentAnnotation>(
  stored: Of,
  sent: Of,
  comments: Of['comments'],
  key: string,
): Of {
  // One copy: of thousands of comments each costs.
  const others: Record<string, object> = { ...stored.comments };
  const before = Object.hasOwn(others, key) ? others[key] : {};
  if (!Object.hasOwn(comments, key)) Reflect.deleteProperty(others, key);
  const after = Object.hasOwn(comments, key) ? { [key]: { ...comments[key], ...timeIn(before) } } : {};
  const isText = 'isCommentResolverUsed' in stored ? { isCommentResolverUsed: true } : {};
  return {
    ...stored,
    ...isText,
    ...latest(stored, sent),
    comments: Object.assign(others, after),
  };
}

/** The service's time of a comment stays with it: a write does not send it. */
const timeIn = (comment: object | undefined): Fields =>
  comment !== undefined && 'storedAt' in comment ? { storedAt: comment.storedAt } : {};
