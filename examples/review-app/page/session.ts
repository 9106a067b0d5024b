/** Who is signed in, and how the two sides are reached for them. */
import { useEffect, useState } from 'react';
import { type CommentDataProvider, createHttpService } from '@org/approval-comments';
import type { Session } from '../setting.js';

/** The session of a user; null until it is there, or the error of getting it. */
export function useSession(userId: string): Session | Error | null {
  const [got, setGot] = useState<{ readonly of: string; readonly session: Session | Error }>();
  useEffect(() => {
    let isCurrent = true;
    const settle = (session: Session | Error) => {
      if (isCurrent) setGot({ of: userId, session });
    };
    signIn(userId).then(settle, (error: unknown) => settle(new Error('no session', { cause: error })));
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  return got?.of === userId ? got.session : null;
}

async function signIn(userId: string): Promise<Session> {
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId }),
  });
  if (!answer.ok) throw new Error(`the server answered with ${answer.status}`);
  return (await answer.json()) as Session;
}

/** What people write goes here: to the customer's own server, where the page comes from. */
export function contentOf({ customerToken }: Session): CommentDataProvider {
  const headers = { authorization: `Bearer ${customerToken}` };
  const retry = { retryCount: 2, retryDelay: 500 };
  return {
    config: {
      getConfig: { url: '/comments/get', headers },
      saveConfig: { url: '/comments/save', headers },
      deleteConfig: { url: '/comments/delete', headers },
      getRetryConfig: retry,
      saveRetryConfig: retry,
    },
  };
}

/** Identifiers and structure go here. */
export const structureOf = ({ service }: Session) =>
  createHttpService({
    url: `${service.url}/comments`,
    headers: { 'x-svc-api-key': service.apiKey, 'x-svc-auth-token': service.authToken },
  });
