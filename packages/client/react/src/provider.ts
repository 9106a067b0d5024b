/** Context that gives the hooks their client. */
import type { ApprovalClient } from '@org/approval-client';
import { type Duration, msOf } from '@org/approval-internal/duration';
import { requireMs } from '@org/approval-internal/options';
import { type ReactElement, type ReactNode, createContext, createElement, useContext, useMemo } from 'react';
import { LiveStore } from './live-store.js';

/** Props of `ApprovalProvider`. */
export interface ApprovalProviderProps {
  /** Created once, outside of any component: `createApprovalClient(…)`. */
  readonly client: ApprovalClient;
  /**
   * Interval in ms of reading everything shown again, for changes without an event: absences that
   * begin or end, claims that expire, a stream that is down.
   * @defaultValue 60_000
   */
  readonly pollMs?: Duration;
  /**
   * Tabs of one origin with the same name share one stream of events: over HTTP/1.1 a browser has
   * six connections to a server. Use a different name for each user if tabs of one origin act as
   * several.
   * @defaultValue 'approval events'
   */
  readonly shareAs?: string;
  /** Components that use the hooks. */
  readonly children?: ReactNode;
}

interface Provided {
  readonly client: ApprovalClient;
  readonly store: LiveStore;
}

const Context = createContext<Provided | null>(null);
const POLL_MS = 60_000;

/** Provides a client to `useInbox` and `useExecution` below it, and the stream that they share. */
export function ApprovalProvider({
  client,
  pollMs = POLL_MS,
  shareAs,
  children,
}: ApprovalProviderProps): ReactElement {
  const provided = useMemo(() => {
    requireMs('ApprovalProvider', { pollMs });
    return {
      client,
      store: new LiveStore(client, { pollMs: msOf(pollMs), ...(shareAs !== undefined && { shareAs }) }),
    };
  }, [client, pollMs, shareAs]);
  return createElement(Context.Provider, { value: provided }, children);
}

export function useProvided(): Provided {
  const provided = useContext(Context);
  if (provided === null) throw new Error('put <ApprovalProvider client={…}> around what uses the hooks');
  return provided;
}

/** Returns the client of the provider, to decide with; the hooks show its changes by themselves. */
export const useApprovalClient = (): ApprovalClient => useProvided().client;
