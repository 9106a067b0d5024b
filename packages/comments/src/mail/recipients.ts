/**
 * Who is to read of it: whom the comment names, and who takes part in the thread; never whoever
 * acted. Pure.
 */
import { isUserId } from '../identifiers.js';
import { type Fields, type PartialComment, type PartialCommentAnnotation, isObject } from '../record.js';
import { type Audience, usersIn } from './audience.js';
import type { CommentWebhook } from './payload.js';
import { isAddress, lineOf } from './text.js';

/** Somebody who gets a mail. */
export interface Recipient {
  readonly userId: string;
  /** Address to send to. */
  readonly email: string;
  /** Name to show; null without one. */
  readonly name: string | null;
  /** Why they get it: the comment names them, or they take part in the thread. */
  readonly reason: 'mention' | 'participant';
}

/** Somebody's address; null where it is not known. */
export interface Address {
  /** Address to send to. */
  readonly email: string;
  /** Name to show: mails name people as the host's accounts do, and not as a writer says. */
  readonly name?: string | undefined;
  /** The organization that they belong to; a comment for another one is not mailed to them. */
  readonly organizationId?: string | undefined;
}

export interface Reader {
  readonly userId: string;
  readonly reason: Recipient['reason'];
  /** True: the comment names them, they began the thread, or it is theirs to deal with. */
  readonly isMine: boolean;
}

/**
 * Whoever writes a comment does not decide how many mails there are: those whom it names beyond
 * these get none for it.
 */
const MOST_MENTIONS = 500;

/**
 * Mentions first; everybody once. What is no user, as anybody may have stored it, is nobody: the
 * others have their mail.
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

/** Who did it; where the webhook does not say, who wrote the comment. Null: it is not known. */
export const actorOf = ({ actionUser, targetComment }: CommentWebhook): string | null =>
  actionUser?.userId ?? targetComment?.from?.userId ?? null;

/** The comment that a thread began with, as far as times say. */
const firstIn = (thread: PartialCommentAnnotation): Fields | undefined =>
  commentsOf(thread).toSorted((a, b) => timeOf(a) - timeOf(b))[0];

const timeOf = ({ createdAt }: Fields): number => (typeof createdAt === 'number' ? createdAt : Infinity);

const commentsOf = ({ comments }: PartialCommentAnnotation): Fields[] =>
  isObject(comments) ? Object.values(comments).filter(isObject) : [];

/**
 * As the host is asked for their addresses: a query of its database must not get anything but an
 * id.
 */
const userIdsIn = (people: unknown): string[] =>
  Array.isArray(people)
    ? people.flatMap((it: unknown) => (isObject(it) && isUserId(it.userId) ? [it.userId] : []))
    : [];

/** Whether the restrictions leave the person, before their address is known. */
export const isAmong = ({ userId }: Reader, { only, denied, withheld }: Audience): boolean =>
  withheld === null && !denied.has(userId) && (only === null || only.has(userId));

/**
 * Whether the person belongs to one of the organizations that are named, as far as their account
 * says.
 */
const isOf = ({ organizationId }: Address, { organizations }: Audience, own: string | null): boolean =>
  organizations === null || organizations.has(organizationId ?? own ?? '');

/** Whoever has no address is left out, and whoever has the actor's. */
export function recipientsOf(
  readers: readonly Reader[],
  addresses: ReadonlyMap<string, Address>,
  { webhook, audience, organizationId }: Asked,
): Recipient[] {
  const actor = actorOf(webhook);
  const own = (actor === null ? undefined : addresses.get(actor)?.email) ?? webhook.actionUser?.email;
  return readers.flatMap(({ userId, reason }) => {
    const address = addresses.get(userId);
    // More than one address, or what is none, comes to a header of its own.
    if (address === undefined || !isAddress(address.email)) return [];
    if (!isOf(address, audience, organizationId)) return [];
    if (address.email.toLowerCase() === own?.toLowerCase()) return [];
    return [{ userId, email: address.email, name: lineOf(address.name) || null, reason }];
  });
}

interface Asked {
  readonly webhook: CommentWebhook;
  readonly audience: Audience;
  /** Of the thread; null where it is not said. */
  readonly organizationId: string | null;
}
