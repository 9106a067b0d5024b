/** Hooks for live data of the inbox and of runs. */
import type { ExecutionView, OperationRequest, WaitingItem } from '@org/approval-client';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { NOTHING, type Query, type Snapshot } from './live-store.js';
import { useProvided } from './provider.js';

interface Live {
  /** True until the first read has succeeded or failed. */
  readonly isLoading: boolean;
  /** Error of the last read; earlier data remains. Usually an `ApprovalClientError`. */
  readonly error: Error | null;
  /** True when changes show at once; false: the stream is down, and they show within `pollMs`. */
  readonly isLive: boolean;
  /** Reads again now. */
  readonly refresh: () => Promise<void>;
}

/** Waiting steps. */
export interface Inbox extends Live {
  /** First page of waiting steps; empty until it was read. */
  readonly items: readonly WaitingItem[];
  /** True when there are more: pass `cursor` to `client.steps.listWaiting`. */
  readonly hasMore: boolean;
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** A run. */
export interface Run extends Live {
  /** The run with its steps; null until it was read. */
  readonly execution: ExecutionView | null;
}

/**
 * Waiting steps, live: by default those of the client's user, or all where it may read all runs.
 * @param request as `steps.listWaiting` takes it; compared by value, not by identity.
 */
export function useInbox(request: OperationRequest<'steps/listWaiting'> = {}): Inbox {
  const { client } = useProvided();
  const asked = JSON.stringify(request);
  const query = useMemo(
    () => ({
      key: `inbox ${asked}`,
      load: (signal: AbortSignal) =>
        client.steps.listWaiting(JSON.parse(asked) as OperationRequest<'steps/listWaiting'>, { signal }),
      // All events concern it: also the ends of runs, and runs that were not in it.
      concerns: () => true,
    }),
    [client, asked],
  );
  const { data, ...live } = useLive(query);
  return {
    ...live,
    items: data?.items ?? NONE,
    hasMore: data?.hasMore ?? false,
    nextCursor: data?.nextCursor ?? null,
  };
}

const NONE: readonly never[] = Object.freeze([]);

/** A run with its steps, live. */
export function useExecution(executionId: string): Run {
  const { client } = useProvided();
  const query = useMemo(
    () => ({
      key: `execution ${executionId}`,
      load: (signal: AbortSignal) => client.executions.get({ executionId }, { signal }),
      concerns: (event: { readonly executionId: string }) => event.executionId === executionId,
    }),
    [client, executionId],
  );
  const { data, ...live } = useLive(query);
  return { ...live, execution: data };
}

/** The server's HTML has no data, so each part hydrates with the same empty snapshot. */
const readOnServer = (): Snapshot<never> => NOTHING;

function useLive<T>(query: Query<T>): Live & Pick<Snapshot<T>, 'data'> {
  const { store } = useProvided();
  const watch = useCallback((listener: () => void) => store.watch(query, listener), [store, query]);
  const read = (): Snapshot<T> => store.snapshot(query);
  const { data, error, isLive } = useSyncExternalStore(watch, read, readOnServer);
  const refresh = useCallback(() => store.refresh(query), [store, query]);
  return { data, error, isLive, isLoading: data === null && error === null, refresh };
}
