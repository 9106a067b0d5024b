/**
 * Audience of a comment: people who may receive mail about it, by every restriction of the webhook
 * or the stored thread. A restriction of an unknown shape excludes all people and is reported by
 * name. Pure.
 */
import { type Fields, isObject } from '../record.js';
import type { CommentWebhook } from './payload.js';

/** The people that restrictions leave. */
export interface Audience {
  /** Null: restrictions name no particular people. */
  readonly only: ReadonlySet<string> | null;
  readonly denied: ReadonlySet<string>;
  /** Organizations whose people may receive the mail; null: any. */
  readonly organizations: ReadonlySet<string> | null;
  /** Reason why all people are excluded; null: some people may receive the mail. */
  readonly withheld: string | null;
}

/** Place where a restriction may stand, with its name. */
type Place = readonly [name: string, record: unknown];

/** Records of a webhook and of the stored thread that may say who may read. */
export function audienceOf(webhook: CommentWebhook, ...stored: readonly unknown[]): Audience {
  const { commentAnnotation, targetComment, metadata } = webhook;
  const places: Place[] = [
    ...[webhook, commentAnnotation, commentAnnotation.metadata, metadata, targetComment].map((it): Place => [
      'webhook',
      it,
    ]),
    ...stored.flatMap((it): Place[] => [
      ['stored', it],
      ['stored', isObject(it) ? it.metadata : undefined],
    ]),
  ];
  return places.flatMap(([name, it]) => (isObject(it) ? rulesOf(name, it) : [])).reduce(both, OPEN);
}

const OPEN: Audience = { only: null, denied: new Set(), organizations: null, withheld: null };

const nobody = (withheld: string): Audience => ({ ...OPEN, withheld });

function both(a: Audience, b: Audience): Audience {
  return {
    only: common(a.only, b.only),
    denied: new Set([...a.denied, ...b.denied]),
    organizations: common(a.organizations, b.organizations),
    withheld: a.withheld ?? b.withheld,
  };
}

const common = (a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): ReadonlySet<string> | null =>
  a === null || b === null ? (a ?? b) : new Set([...a].filter((it) => b.has(it)));

const RULES: Readonly<Record<string, (value: unknown, record: Fields) => Audience | null>> = {
  visibility: visibilityOf,
  visibilityConfig: visibilityOf,
  isPrivate: (value) => flagOf(value, 'it is private'),
  isDraft: (value) => flagOf(value, 'it is a draft'),
  accessMode: (value) =>
    value === 'public' ? OPEN : value === 'private' ? nobody('its access mode is private') : null,
  accessDeniedUsers: (value) => {
    const denied = usersIn(value);
    return denied && { ...OPEN, denied: new Set(denied) };
  },
};

function rulesOf(place: string, record: Fields): Audience[] {
  return Object.entries(RULES).flatMap(([name, rule]) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value === undefined || value === null) return [];
    return [rule(value, record) ?? nobody(`${place}: ${name} has a shape that is not known`)];
  });
}

const flagOf = (value: unknown, reason: string): Audience | null =>
  typeof value !== 'boolean' ? null : value ? nobody(reason) : OPEN;

/**
 * Audience of a visibility: `public`, `organizationPrivate` or `restricted`, as a string, or as an
 * object with users and an organization.
 */
function visibilityOf(value: unknown, record: Fields): Audience | null {
  const said: Fields = isObject(value) ? value : { type: value };
  const type = said.type ?? said.visibility;
  // In V1 the users may stand beside it.
  const users = [said.userIds, said.users, ...(isObject(value) ? [] : [record.userIds])].find(
    (it) => it !== undefined && it !== null,
  );
  if (type === 'public') return OPEN;
  if (type === 'organizationPrivate') return organizationOf(said.organizationId ?? record.organizationId);
  if (type !== 'restricted') return null;
  if (users === undefined) return nobody('it is restricted, and names no users');
  const only = usersIn(users);
  return only && { ...OPEN, only: new Set(only) };
}

/**
 * Audience of an organization. Without an id it is the organization of the webhook, whose people
 * `mayRead` knows.
 */
function organizationOf(value: unknown): Audience | null {
  if (value === undefined || value === null) return OPEN;
  return typeof value === 'string' ? { ...OPEN, organizations: new Set([value]) } : null;
}

/**
 * Returns the userIds in a userId, a user, a list of these, or an object by userId. Null: none of
 * these.
 */
export function usersIn(value: unknown): string[] | null {
  if (typeof value === 'string') return [value];
  if (isObject(value) && typeof value.userId === 'string') return [value.userId];
  if (isObject(value)) return Object.entries(value).flatMap(([id, it]) => (it === false ? [] : [id]));
  if (!Array.isArray(value)) return null;
  const ids = value.map((it: unknown) => (isObject(it) ? it.userId : it));
  return ids.every((it) => typeof it === 'string') ? ids : null;
}
