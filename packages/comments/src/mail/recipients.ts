/** Who is to read of it: whom the comment names, and who takes part in the thread; never whoever acted. Pure. */
import type { PartialComment, PartialCommentAnnotation, User } from '../record.js';
import type { CommentWebhook } from './payload.js';

export interface Recipient {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly reason: 'mention' | 'participant';
}

/** Somebody's address; null where it is not known. */
export interface Address {
  readonly email: string;
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

/** Addresses as the thread itself has them: for customers that store users in full. */
export function addressesIn(thread: PartialCommentAnnotation): ReadonlyMap<string, Address> {
  const users = Object.values(thread.comments).flatMap((comment) => [
    comment.from,
    ...(comment.to ?? []),
    ...(comment.taggedUserContacts ?? []).map((it) => it.contact),
  ]);
  const all = [thread.from, thread.assignedTo, ...users] as (User | null | undefined)[];
  return new Map(
    all.flatMap((user) => (user?.email ? [[user.userId, { email: user.email, name: user.name }]] : [])),
  );
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
    if (address === undefined || used.has(address.email.toLowerCase())) return [];
    used.add(address.email.toLowerCase());
    return [{ userId, email: address.email, name: address.name ?? null, reason }];
  });
}
