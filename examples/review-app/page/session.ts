/** The session, and access to both servers for its user. */
import { useCallback, useEffect, useState } from 'react';
import { type CommentDataProvider, createHttpService } from '@org/approval-comments';
import { SUMMARY_EVENT, type Session } from '../setting.js';

const AGAIN_MS = 2_000;

export interface SignIn {
  /** Null until it is there. */
  readonly session: Session | null;
  /** Signing in does not work at present; it is tried again by itself. */
  readonly isFailing: boolean;
  /** Signs in anew: the servers do not know the session any more. */
  readonly renew: () => void;
}

export function useSession(userId: string): SignIn {
  const [got, setGot] = useState<{ readonly of: string; readonly session: Session }>();
  const [failing, setFailing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const renew = useCallback(() => setAttempt((before) => before + 1), []);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    signIn(userId, stop.signal).then(
      (session) => {
        if (stop.signal.aborted) return;
        setFailing(false);
        setGot({ of: userId, session });
      },
      () => {
        if (stop.signal.aborted) return;
        setFailing(true);
        timer = setTimeout(renew, AGAIN_MS);
      },
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [userId, attempt, renew]);
  return { session: got?.of === userId ? got.session : null, isFailing: failing, renew };
}

async function signIn(userId: string, signal: AbortSignal): Promise<Session> {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId }),
    signal,
  });
  if (!response.ok) throw new Error(`the server answered with ${response.status}`);
  return (await response.json()) as Session;
}

const customerHeaders = ({ customerToken }: Session) => ({ authorization: `Bearer ${customerToken}` });

/** Provider for content: the customer's own server, where the page comes from. */
export function contentOf(session: Session): CommentDataProvider {
  const headers = customerHeaders(session);
  const retry = { retryCount: 1, retryDelay: 500 };
  return {
    config: {
      getConfig: { url: '/comments/get', headers },
      saveConfig: { url: '/comments/save', headers },
      deleteConfig: { url: '/comments/delete', headers },
      resolveTimeout: 10_000,
      getRetryConfig: retry,
      saveRetryConfig: retry,
      additionalSaveEvents: [SUMMARY_EVENT],
    },
  };
}

export const serviceHeaders = ({ apiKey, authToken }: Session['service']) => ({
  'x-svc-api-key': apiKey,
  'x-svc-auth-token': authToken,
});

/** Identifiers and structure go here. */
export const structureOf = ({ service }: Session) =>
  createHttpService({
    url: `${service.url}/comments`,
    headers: serviceHeaders(service),
    timeout: 10_000,
  });

/** Sends the document for approval; the customer's server has the right to, a browser has not. */
export async function startRun(session: Session): Promise<void> {
  const response = await fetch('/runs', { method: 'POST', headers: customerHeaders(session) });
  if (!response.ok) throw new Error(`the server answered with ${response.status}`);
}
