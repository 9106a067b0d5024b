/** Who is to read of it: whom the comment names, and who takes part in the thread; never whoever acted. Pure. */
import { isUserId } from '../identifiers.js';
import { type Fields, type PartialComment, type PartialCommentAnnotation, isObject } from '../record.js';
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
  /** Name to show. */
  readonly name?: string | undefined;
}

export interface Reader {
  readonly userId: string;
  readonly reason: Recipient['reason'];
}

/** Whoever writes a comment does not decide how many mails there are: those whom it names beyond these get none for it. */
const MOST_MENTIONS = 500;

/** Mentions first; everybody once. What is no user, as anybody may have stored it, is nobody: the others have their mail. */
export function readersOf(
  webhook: CommentWebhook,
  thread: PartialCommentAnnotation,
  target: PartialComment | null,
): Reader[] {
  const mentions = new Set([target?.to, target?.taggedUserContacts].flatMap(userIdsIn));
  const authors = commentsOf(thread).map((it) => it.from);
  const participants = userIdsIn([thread.from, thread.assignedTo, ...authors]);
  const { userId: actor } = webhook.actionUser;
  const named = new Set([...mentions].filter((it) => it !== actor).slice(0, MOST_MENTIONS));
  const others = new Set(participants.filter((it) => it !== actor && !named.has(it)));
  return [
    ...[...named].map((userId): Reader => ({ userId, reason: 'mention' })),
    ...[...others].map((userId): Reader => ({ userId, reason: 'participant' })),
  ];
}

const commentsOf = ({ comments }: PartialCommentAnnotation): Fields[] =>
  isObject(comments) ? Object.values(comments).filter(isObject) : [];

/** As the host is asked for their addresses: a query of its database must not get anything but an id. */
const userIdsIn = (people: unknown): string[] =>
  Array.isArray(people)
    ? people.flatMap((it: unknown) => (isObject(it) && isUserId(it.userId) ? [it.userId] : []))
    : [];

/** Whom the webhook itself leaves out: who may not see it, and who wants no such mail. */
export function isLeftOut({ userId, reason }: Reader, webhook: CommentWebhook): boolean {
  const places = [webhook, webhook.commentAnnotation, webhook.commentAnnotation.metadata, webhook.metadata];
  const said = (name: string): unknown[] => places.map((it) => (isObject(it) ? it[name] : undefined));
  if (said('accessDeniedUsers').some((it) => usersIn(it).includes(userId))) return true;
  const isHidden = said('visibilityConfig').some(
    (it) =>
      isObject(it) && it.type !== undefined && it.type !== 'public' && !usersIn(it.userIds).includes(userId),
  );
  if (isHidden) return true;
  const wishes = [
    ...said('usersOrganizationNotificationsConfig'),
    ...said('usersDocumentNotificationsConfig'),
  ].map((it) => wishOf(it, userId));
  return wishes.some((it) => it === 'NONE' || (it === 'MINE' && reason !== 'mention'));
}

/** UserIds, or users. */
const usersIn = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.map((it: unknown) => (isObject(it) ? it.userId : it)) : [];

function wishOf(configs: unknown, userId: string): unknown {
  const own = isObject(configs) && Object.hasOwn(configs, userId) ? configs[userId] : undefined;
  const config = isObject(own) ? (own.config ?? own) : undefined;
  return isObject(config) ? config.email : undefined;
}

/** Whoever has no address is left out, and whoever has the actor's. */
export function recipientsOf(
  readers: readonly Reader[],
  addresses: ReadonlyMap<string, Address>,
  actor: CommentWebhook['actionUser'],
): Recipient[] {
  const own = actor.email ?? addresses.get(actor.userId)?.email;
  return readers.flatMap(({ userId, reason }) => {
    const address = addresses.get(userId);
    // More than one address, or what is none, comes to a header of its own.
    if (address === undefined || !isAddress(address.email)) return [];
    if (address.email.toLowerCase() === own?.toLowerCase()) return [];
    return [{ userId, email: address.email, name: lineOf(address.name) || null, reason }];
  });
}
