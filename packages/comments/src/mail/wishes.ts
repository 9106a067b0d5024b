/**
 * Mails that people want, by the webhook: the document's wish takes precedence over the
 * organization's. Pure.
 */
import { type Fields, isObject } from '../record.js';
import { usersIn } from './audience.js';
import type { CommentWebhook } from './payload.js';
import type { Reader } from './recipients.js';

/**
 * Returns true if the person wants the mail. An unknown wish counts as `NONE`: no mail goes to a
 * person who may not want it.
 */
export function isWished({ userId, isMine }: Reader, webhook: CommentWebhook, thread: Fields): boolean {
  const { commentAnnotation, metadata } = webhook;
  const places: unknown[] = [webhook, commentAnnotation, commentAnnotation.metadata, metadata];
  const left = [...places, thread].flatMap((it) =>
    isObject(it) ? (usersIn(it.unsubscribedUsers ?? []) ?? []) : [],
  );
  if (left.includes(userId)) return false;
  const first = (name: string): string | undefined =>
    places.map((it) => (isObject(it) ? wishOf(it[name], userId) : undefined)).find((it) => it !== undefined);
  const wish =
    first('usersDocumentNotificationsConfig') ?? first('usersOrganizationNotificationsConfig') ?? 'ALL';
  return wish === 'ALL' || (wish === 'MINE' && isMine);
}

function wishOf(configs: unknown, userId: string): string | undefined {
  const own = isObject(configs) && Object.hasOwn(configs, userId) ? configs[userId] : undefined;
  const config = isObject(own) ? (own.config ?? own) : undefined;
  const email = isObject(config) ? config.email : undefined;
  if (email === undefined || email === null) return undefined;
  return typeof email === 'string' ? email.toUpperCase() : 'NONE';
}
