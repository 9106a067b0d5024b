/** Who is to read of it: whom the comment names, and who takes part in the thread; never whoever acted. Pure. */
import { type PartialComment, type PartialCommentAnnotation, type User, isObject } from '../record.js';
import type { CommentWebhook } from './payload.js';
import { isAddress, oneLine } from './text.js';

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

/** Mentions first; everybody once. */
export function readersOf(
  webhook: CommentWebhook,
  thread: PartialCommentAnnotation,
  target: PartialComment | null,
): Reader[] {
  const mentions = [...(target?.to ?? []), ...(target?.taggedUserContacts ?? [])];
  const authors = Object.values(thread.comments).map((it) => it.from);
  const participants = [thread.from, thread.assignedTo, ...authors] as (User | null | undefined)[];
  const readers = new Map<string, Reader>();
  const add = (user: { readonly userId: string } | null | undefined, reason: Reader['reason']) => {
    const { userId } = user ?? {};
    if (userId === undefined || userId === webhook.actionUser.userId || readers.has(userId)) return;
    readers.set(userId, { userId, reason });
  };
  for (const user of mentions) add(user, 'mention');
  for (const user of participants) add(user, 'participant');
  return [...readers.values()];
}

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

/** Whoever has no address is left out; two accounts with one address get one mail, and the actor's address none. */
export function recipientsOf(
  readers: readonly Reader[],
  addresses: ReadonlyMap<string, Address>,
  actor: CommentWebhook['actionUser'],
): Recipient[] {
  const own = actor.email ?? addresses.get(actor.userId)?.email;
  const used = new Set(own === undefined ? [] : [own.toLowerCase()]);
  return readers.flatMap(({ userId, reason }) => {
    const address = addresses.get(userId);
    // More than one address, or what is none, comes to a header of its own.
    if (address === undefined || !isAddress(address.email) || used.has(address.email.toLowerCase()))
      return [];
    used.add(address.email.toLowerCase());
    return [{ userId, email: address.email, name: oneLine(address.name ?? '') || null, reason }];
  });
}
