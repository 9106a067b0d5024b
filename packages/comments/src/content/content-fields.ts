/** Which fields are content, and what of each the service may know: identifiers (contract section 16). */
import { type Fields, isObject } from '../record.js';

/** What goes to the service in place of a content field; undefined: nothing does. */
type Reduce = (value: unknown) => unknown;

const nothing: Reduce = () => undefined;

const userOf: Reduce = (value) =>
  isObject(value) && typeof value.userId === 'string' ? { userId: value.userId } : undefined;

const listOf =
  (reduce: Reduce): Reduce =>
  (value) =>
    Array.isArray(value) ? value.map(reduce).filter((it) => it !== undefined) : undefined;

const taggedOf: Reduce = (value) => {
  const user = userOf(value);
  const contact = isObject(value) ? userOf(value.contact) : undefined;
  return user === undefined ? undefined : { ...user, ...(contact !== undefined && { contact }) };
};

const attachmentsOf: Reduce = (value) =>
  isObject(value)
    ? Object.fromEntries(
        Object.values(value)
          .filter(isObject)
          .map(({ attachmentId }) => attachmentId)
          .filter((id) => typeof id === 'number')
          .map((attachmentId) => [String(attachmentId), { attachmentId }]),
      )
    : undefined;

/** The content fields of threads and of comments. The names beside the document's are the service's user fields. */
const CONTENT_FIELDS: Readonly<Record<string, Reduce>> = {
  commentText: nothing,
  commentHtml: nothing,
  from: userOf,
  to: listOf(userOf),
  assignedTo: userOf,
  resolvedByUser: userOf,
  taggedUserContacts: listOf(taggedOf),
  attachments: attachmentsOf,
};

export const isContentField = (name: string): boolean => Object.hasOwn(CONTENT_FIELDS, name);

export const contentFieldNames: readonly string[] = Object.keys(CONTENT_FIELDS);

/** The part of a content field that is an identifier; undefined if there is none. */
export const identifiersOf = (name: string, value: unknown): unknown => CONTENT_FIELDS[name]?.(value);

/** Flags of the SDK's own: it sets them, whatever the record brings. */
export const FLAGS: readonly string[] = ['isCommentResolverUsed', 'isCommentTextAvailable'];

export const hasText = ({ commentText, commentHtml }: Fields): boolean =>
  [commentText, commentHtml].some((text) => typeof text === 'string' && text !== '');
