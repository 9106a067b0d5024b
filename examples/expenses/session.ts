/**
 * The session: a cookie that names a user of the company. This example asks only for a name;
 * replace it with the session of your application.
 */
import { ApprovalError } from '@org/approval-core';
import { type Principal, ROLES } from '@org/approval-http';
import { PEOPLE } from './company.js';

const COOKIE = /(?:^|; )user=([a-z]+)(?:;|$)/;
const isKnown = (userId: string): boolean => PEOPLE.some((it) => it.userId === userId);

/** Returns null if no user is signed in. */
export function userOf(cookie: string | undefined): string | null {
  const userId = COOKIE.exec(cookie ?? '')?.[1] ?? null;
  return userId !== null && isKnown(userId) ? userId : null;
}

/** SameSite: no other site can act for who is signed in here. */
export const cookieOf = (userId: string): string | null =>
  isKnown(userId) ? `user=${userId}; Path=/; HttpOnly; SameSite=Strict` : null;

/** A reviewer acts as itself alone, and reads the runs that it has to do with. */
export function principalOf(cookie: string | undefined): Principal {
  const subject = userOf(cookie);
  if (subject === null) throw new ApprovalError('UNAUTHENTICATED', 'sign in first');
  return { workspaceId: 'default', subject, permissions: new Set(ROLES.reviewer) };
}
