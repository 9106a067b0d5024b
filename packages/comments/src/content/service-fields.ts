/**
 * Fields that the service may know, and of each the part that is an identifier, a number or a word
 * of the service's own. All other fields stay with the customer, also unknown ones.
 */
import { ID_LIMITS, isTextOf } from '../identifiers.js';
import { type Fields, isObject } from '../record.js';

/** Returns the part of a field for the service; undefined: none. */
type Reduce = (value: unknown) => unknown;

const nothing: Reduce = () => undefined;
const number: Reduce = (value) => (typeof value === 'number' ? value : undefined);
const flag: Reduce = (value) => (typeof value === 'boolean' ? value : undefined);
/** An identifier, or a word of a closed set: one line, and short. */
const idOf =
  (most: number): Reduce =>
  (value) =>
    typeof value === 'number' || (isTextOf(value, most) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
      ? value
      : undefined;
const id = idOf(ID_LIMITS.idLength);
const userId = idOf(ID_LIMITS.userIdLength);
const path: Reduce = (value) => (typeof value === 'string' && value.length <= 2_000 ? value : undefined);

const listOf =
  (reduce: Reduce): Reduce =>
  (value) =>
    Array.isArray(value) ? value.map(reduce).filter((it) => it !== undefined) : undefined;

/**
 * An object with some of its members; `others` says what becomes of the ones that are not named.
 */
const objectOf =
  (members: Readonly<Record<string, Reduce>>, others: Reduce = nothing): Reduce =>
  (value) => {
    if (!isObject(value)) return undefined;
    const kept = Object.entries(value)
      .map(([name, member]) => [name, (Object.hasOwn(members, name) ? members[name] : others)?.(member)])
      .filter(([, member]) => member !== undefined);
    return kept.length === 0 && Object.keys(value).length > 0
      ? undefined
      : (Object.fromEntries(kept) as Fields);
  };

/** A word, or an object with one: statuses, priorities. */
const wordOf = (members: Readonly<Record<string, Reduce>>): Reduce => {
  const ofObject = objectOf(members);
  return (value) => (isObject(value) ? ofObject(value) : id(value));
};

const user: Reduce = (value) =>
  isObject(value) && typeof value.userId === 'string' && userId(value.userId) !== undefined
    ? { userId: value.userId }
    : undefined;

/** A list of users, or a map of them by userId. */
const users: Reduce = (value) => {
  if (Array.isArray(value)) return value.map(user).filter((it) => it !== undefined);
  if (!isObject(value)) return undefined;
  const ids = Object.values(value).flatMap((it) => (isObject(it) && userId(it.userId) ? [it.userId] : []));
  return Object.fromEntries(ids.map((known) => [String(known), { userId: known }]));
};

const tagged: Reduce = (value) => {
  const known = user(value);
  const contact = isObject(value) ? user(value.contact) : undefined;
  return isObject(known) ? { ...known, ...(contact !== undefined && { contact }) } : undefined;
};

const attachments: Reduce = (value) =>
  isObject(value)
    ? Object.fromEntries(
        Object.values(value)
          .filter(isObject)
          .map(({ attachmentId }) => attachmentId)
          .filter((it) => typeof it === 'number')
          .map((attachmentId) => [String(attachmentId), { attachmentId }]),
      )
    : undefined;

const numbers: Reduce = (value) =>
  typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
const measures = objectOf({}, numbers);

/** Place on a page: numbers, and paths to elements. */
const place = objectOf(
  { xpath: path, fXpath: path, selector: path, id, tagName: id, version: number },
  (value) => numbers(value) ?? measures(value),
);

const label = { id, name: id, type: id, color: id };

/** Fields of threads and of comments alike. */
const SERVICE_FIELDS: Readonly<Record<string, Reduce>> = {
  commentId: number,
  commentIndex: number,
  annotationNumber: number,
  annotationIndex: number,
  createdAt: number,
  lastUpdated: number,
  editedAt: number,
  isEdited: flag,
  isDraft: flag,
  isPrivate: flag,
  type: id,
  status: wordOf(label),
  priority: wordOf(label),
  color: id,
  context: objectOf({}, (value) => id(value) ?? flag(value) ?? listOf(id)(value)),
  contextId: id,
  location: objectOf({ id, locationName: id, version: id }),
  locationId: id,
  documentId: id,
  organizationId: id,
  folderId: id,
  pageInfo: objectOf({ url: path, path, baseUrl: path }),
  position: measures,
  positionX: number,
  positionY: number,
  targetElement: place,
  targetElementId: id,
  targetTextRange: objectOf({ commonAncestorContainerFXpath: path, commonAncestorContainer: path }, numbers),
  from: user,
  to: users,
  assignedTo: user,
  resolvedByUser: user,
  resolvedByUserId: userId,
  subscribedUsers: users,
  taggedUserContacts: listOf(tagged),
  attachments,
  reactionAnnotationIds: listOf(id),
  /** The thread that a reaction, notification or activity is about. */
  targetAnnotationId: id,
  /** The mark of the approval bridge. */
  approval: objectOf({ executionId: id, stepId: id, status: id, decision: id, iteration: number }),
};

const METADATA_FIELDS: Readonly<Record<string, Reduce>> = {
  apiKey: (value) => (typeof value === 'string' && value.length <= 500 ? value : undefined),
  documentId: id,
  organizationId: id,
  folderId: id,
  clientDocumentId: id,
  clientOrganizationId: id,
  locationId: id,
  pageInfo: objectOf({ url: path, path, baseUrl: path }),
};

/**
 * Content under its own name: never the service's, also not when a host lists it in
 * `additionalFields`.
 */
const CONTENT_NAMES: readonly string[] = [
  'commentText',
  'commentHtml',
  'reactions',
  'reactionAnnotations',
  'transcription',
  'transcript',
  'recorders',
];

/** Flags that the SDK sets itself, regardless of their values in a record. */
export const FLAGS: readonly string[] = ['isCommentResolverUsed', 'isCommentTextAvailable'];

/** Fields by which the service decides who sees a thread, and whom its webhooks name. */
const RESTRICTIONS: readonly string[] = ['visibility', 'visibilityConfig', 'accessMode', 'accessDeniedUsers'];

/**
 * Time of the service when it first stored a comment or thread, in ms since the epoch. The service
 * alone says it: clocks of pages are wrong, and `createdAt` is only what a writer said.
 */
export const STORED_AT = 'storedAt';

/**
 * Fields that neither list of a provider's config may move: the service works with them, or they
 * are content.
 */
export const reservedNames: readonly string[] = [
  // No field has this name.
  '',
  'annotationId',
  'metadata',
  'comments',
  ...FLAGS,
  STORED_AT,
  ...Object.keys(SERVICE_FIELDS),
  ...CONTENT_NAMES,
  ...RESTRICTIONS,
];

/** True if the service has the field whole or in part. */
export const isServiceField = (name: string): boolean => Object.hasOwn(SERVICE_FIELDS, name);

const isContentName = (name: string): boolean => CONTENT_NAMES.includes(name);

/**
 * Returns the part of a field that the service may know; undefined if it may know nothing of it.
 *
 * @param additionalFields the host's own fields that it lets the service have.
 */
export function servicePart(name: string, value: unknown, additionalFields: readonly string[]): unknown {
  if (isServiceField(name)) return SERVICE_FIELDS[name]?.(value);
  return additionalFields.includes(name) && !isContentName(name) ? value : undefined;
}

export function serviceMetadata(metadata: Fields): Fields {
  return Object.fromEntries(
    Object.entries(metadata)
      .map(([name, value]) => [
        name,
        Object.hasOwn(METADATA_FIELDS, name) ? METADATA_FIELDS[name]?.(value) : undefined,
      ])
      .filter(([, value]) => value !== undefined),
  ) as Fields;
}

export const hasText = ({ commentText, commentHtml }: Fields): boolean =>
  [commentText, commentHtml].some((text) => typeof text === 'string' && text !== '');
