/** The session: a signed cookie. Replace it with the session of your application. */
import { ApprovalError } from '@org/approval-core';
import { type Principal, ROLES } from '@org/approval-http';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { personOf } from './people.js';

const COOKIE = /(?:^|; )session=([a-z]+)\.(\d+)\.([\w-]+)(?:;|$)/;
const DAY_S = 86_400;

export interface Sessions {
  /** A `set-cookie` header; SameSite: no other site can act for who is signed in here. */
  readonly begin: (userId: string) => string;
  /** Returns null if no user is signed in. */
  readonly userOf: (cookie: string | undefined) => string | null;
  /**
   * The principal for the engine. A reviewer decides as itself, and reads the runs it is a party
   * of.
   */
  readonly principalOf: (cookie: string | undefined) => Principal;
}

export function sessionsOf(secret: string): Sessions {
  const proofOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const sessionOf = (cookie: string | undefined) => {
    const [, userId = '', end = '', proof = ''] = COOKIE.exec(cookie ?? '') ?? [];
    const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(`${userId}.${end}`))];
    const isOurs = given.length === right.length && timingSafeEqual(given, right);
    return isOurs && 1_000 * Number(end) > Date.now() ? { userId, expiresAt: 1_000 * Number(end) } : null;
  };
  return {
    begin(userId) {
      if (personOf(userId) === null) throw new ApprovalError('INVALID_ARGUMENT', 'this user does not exist');
      const session = `${userId}.${Math.floor(Date.now() / 1_000) + DAY_S}`;
      return `session=${session}.${proofOf(session)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${DAY_S}`;
    },
    userOf: (cookie) => sessionOf(cookie)?.userId ?? null,
    principalOf(cookie) {
      const session = sessionOf(cookie);
      if (session === null) throw new ApprovalError('UNAUTHENTICATED', 'sign in first');
      const { userId, expiresAt } = session;
      return { workspaceId: 'default', subject: userId, permissions: new Set(ROLES.reviewer), expiresAt };
    },
  };
}
