/**
 * Recipients of a mail: people whom the comment names, and people who take part in the thread,
 * without the person who acted. Pure.
 */
import { isUserId } from '../identifiers.js';
import { type Fields, type PartialComment, type PartialCommentAnnotation, isObject } from '../record.js';
import { type Audience, usersIn } from './audience.js';
import type { CommentWebhook } from './payload.js';
import { isAddress, lineOf } from './text.js';

/** Person who gets a mail. */
export interface Recipient {
  readonly userId: string;
  /** Address to send to. */
  readonly email: string;
  /** Name to show; null without one. */
  readonly name: string | null;
  /** Reason for the mail: the comment names them, or they take part in the thread. */
  readonly reason: 'mention' | 'participant';
}

/** Address of a person; null if it is not known. */
export interface Address {
  /** Address to send to. */
  readonly email: string;
  /** Name to show: mails name people as the host's accounts do, and not as a writer does. */
  readonly name?: string | undefined;
  /** Organization that they belong to; a comment for another one is not mailed to them. */
  readonly organizationId?: string | undefined;
}

export interface Reader {
  readonly userId: string;
  readonly reason: Recipient['reason'];
  /** True: the comment names them, they began the thread, or it is theirs to deal with. */
  readonly isMine: boolean;
}

/**
 * Highest number of mentions in a comment that get a mail. People whom it names beyond these get
 * none for it: the writer does not decide how many mails there are.
 */
const MOST_MENTIONS = 500;

/**
 * Returns the readers, mentions first, each person once. Any user may have stored a value that is
 * not a user. It is skipped, and the others have their mail.
 */
export function readersOf(
  webhook: CommentWebhook,
  thread: PartialCommentAnnotation,
  target: PartialComment | null,
): Reader[] {
  const mentions = new Set([target?.to, target?.taggedUserContacts].flatMap(userIdsIn));
  const maker = thread.from === undefined ? firstIn(thread)?.from : undefined;
  const own = userIdsIn([thread.from, thread.assignedTo, maker]);
  const subscribed = usersIn(thread.subscribedUsers ?? [])?.filter(isUserId) ?? [];
  const participants = [...own, ...userIdsIn(commentsOf(thread).map((it) => it.from)), ...subscribed];
  const actor = actorOf(webhook);
  const named = new Set([...mentions].filter((it) => it !== actor).slice(0, MOST_MENTIONS));
  const others = new Set(participants.filter((it) => it !== actor && !named.has(it)));
  return [
    ...[...named].map((userId): Reader => ({ userId, reason: 'mention', isMine: true })),
    ...[...others].map((userId): Reader => ({ userId, reason: 'participant', isMine: own.includes(userId) })),
  ];
}

/**
 * Returns the userId of the actor, or of the comment's author if the webhook names no actor. Null:
 * it is not known.
 */
export const actorOf = ({ actionUser, targetComment }: CommentWebhook): string | null =>
  actionUser?.userId ?? targetComment?.from?.userId ?? null;

/** Returns the comment that a thread began with, as far as times say. */
const firstIn = (thread: PartialCommentAnnotation): Fields | undefined =>
  commentsOf(thread).toSorted((a, b) => timeOf(a) - timeOf(b))[0];

const timeOf = ({ createdAt }: Fields): number => (typeof createdAt === 'number' ? createdAt : Infinity);

const commentsOf = ({ comments }: PartialCommentAnnotation): Fields[] =>
  isObject(comments) ? Object.values(comments).filter(isObject) : [];

/**
 * Returns the userIds of people. The host is asked for their addresses: a query of its database
 * must only get ids.
 */
const userIdsIn = (people: unknown): string[] =>
  Array.isArray(people)
    ? people.flatMap((it: unknown) => (isObject(it) && isUserId(it.userId) ? [it.userId] : []))
    : [];

/** Returns true if the restrictions allow the person, before their address is known. */
export const isAmong = ({ userId }: Reader, { only, denied, withheld }: Audience): boolean =>
  withheld === null && !denied.has(userId) && (only === null || only.has(userId));

/**
 * Returns true if the person belongs to one of the named organizations, as far as their account
 * says.
 */
const isOf = ({ organizationId }: Address, { organizations }: Audience, own: string | null): boolean =>
  organizations === null || organizations.has(organizationId ?? own ?? '');

/** Returns the recipients, without readers who have no address or have the address of the actor. */
export function recipientsOf(
  readers: readonly Reader[],
  addresses: ReadonlyMap<string, Address>,
  { webhook, audience, organizationId }: Asked,
): Recipient[] {
  const actor = actorOf(webhook);
  const own = (actor === null ? undefined : addresses.get(actor)?.email) ?? webhook.actionUser?.email;
  return readers.flatMap(({ userId, reason }) => {
    const address = addresses.get(userId);
    // A value that is not exactly one address could add another header.
    if (address === undefined || !isAddress(address.email)) return [];
    if (!isOf(address, audience, organizationId)) return [];
    if (address.email.toLowerCase() === own?.toLowerCase()) return [];
    return [{ userId, email: address.email, name: lineOf(address.name) || null, reason }];
  });
}

interface Asked {
  readonly webhook: CommentWebhook;
  readonly audience: Audience;
  /** Organization of the thread; null if it is not known. */
  readonly organizationId: string | null;
}
