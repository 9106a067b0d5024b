/**
 * The stream of events shared by all tabs of one origin: one tab reads it and informs the others.
 * Over HTTP/1.1 a browser has six connections to a server, and a stream occupies one. Independent
 * of React.
 */
import { ApprovalClientError, type ApprovalClient, type FeedEvent } from '@org/approval-client';
import { codeOf } from '@org/approval-internal/errors';
import { sleep } from '@org/approval-internal/time';
import { isObject, isRecord } from '@org/approval-internal/values';

/** Part of an event that determines what to read again. */
export type Happening = Pick<FeedEvent, 'executionId'>;

/** Listener of the stream, which may be read in another tab. */
export interface StreamListener {
  /**
   * Called when the stream opens or breaks; `isNew`: it is a new stream, so data read before may be
   * stale.
   */
  readonly stands: (isLive: boolean, isNew: boolean) => void;
  readonly happened: (event: Happening) => void;
}

export interface SharedStreamOptions {
  /** Tabs of one origin with the same name share a stream. */
  readonly name: string;
  /** Pause after a failed stream, in ms. */
  readonly pauseMs: number;
}

type Message =
  | { readonly kind: 'stands'; readonly isLive: boolean; readonly isNew: boolean }
  | { readonly kind: 'happened'; readonly executionId: string }
  | { readonly kind: 'asks' };

/** Follows the stream until the signal is aborted; never rejects. */
export async function followShared(
  client: ApprovalClient,
  options: SharedStreamOptions,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const tabs = tabsOf(options.name);
  if (tabs === null) {
    await readStream(client, options, listener, signal);
    return;
  }
  const { channel, locks } = tabs;
  let isReading = false;
  let isLive = false;
  const tell = (message: Message) => channel.post(message);
  channel.listen((data) => {
    if (!isMessage(data) || signal.aborted) return;
    if (data.kind === 'asks') {
      if (isReading) tell({ kind: 'stands', isLive, isNew: false });
    } else if (isReading) return;
    else if (data.kind === 'happened') listener.happened(data);
    else listener.stands(data.isLive, data.isNew);
  });
  tell({ kind: 'asks' });
  try {
    await locks.request(options.name, { signal }, async () => {
      isReading = true;
      await readStream(
        client,
        options,
        {
          stands(stands, isNew) {
            isLive = stands;
            listener.stands(stands, isNew);
            tell({ kind: 'stands', isLive: stands, isNew });
          },
          happened(event) {
            listener.happened(event);
            tell({ kind: 'happened', executionId: event.executionId });
          },
        },
        signal,
      );
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}

interface Channel {
  readonly post: (message: Message) => void;
  readonly listen: (listener: (message: unknown) => void) => void;
  readonly close: () => void;
}

interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    work: () => Promise<void>,
  ): Promise<unknown>;
}

const isLocks = (value: unknown): value is Locks => isObject(value) && typeof value['request'] === 'function';

/**
 * Returns what tabs share; null outside of browsers, and on insecure pages, which have no locks.
 */
function tabsOf(name: string): { readonly channel: Channel; readonly locks: Locks } | null {
  const navigator: unknown = Reflect.get(globalThis, 'navigator');
  const locks = isObject(navigator) ? navigator['locks'] : undefined;
  // Node also has locks, but no tabs.
  const isBrowser = 'document' in globalThis && 'BroadcastChannel' in globalThis;
  return isBrowser && isLocks(locks) ? { channel: channelOf(name), locks } : null;
}

function channelOf(name: string): Channel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', (event) => listener('data' in event ? event.data : undefined)),
    close: () => channel.close(),
  };
}

const isMessage = (value: unknown): value is Message =>
  isRecord(value) &&
  (value['kind'] === 'asks' ||
    (value['kind'] === 'happened' && typeof value['executionId'] === 'string') ||
    (value['kind'] === 'stands' &&
      typeof value['isLive'] === 'boolean' &&
      typeof value['isNew'] === 'boolean'));

async function readStream(
  client: ApprovalClient,
  { pauseMs }: SharedStreamOptions,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  let after: string | undefined;
  while (!isOver(signal)) {
    let isNew = after === undefined;
    try {
      const events = client.stream({
        ...(after !== undefined && { after }),
        signal,
        onOpen: (position) => {
          after = position;
          listener.stands(true, isNew);
          isNew = false;
        },
        onBreak: () => listener.stands(false, false),
      });
      for await (const event of events) {
        after = event.position;
        listener.happened(event);
      }
      // Only the stream of one run ends; after an unexpected end, pause before connecting again.
      listener.stands(false, false);
      await pause(pauseMs, signal);
    } catch (error) {
      if (isOver(signal)) return;
      listener.stands(false, false);
      // Missed events force a new read: retention deleted them, or the store was replaced.
      const isGone =
        error instanceof ApprovalClientError && codeOf(error.details)?.startsWith('position-') === true;
      if (!isGone) await pause(pauseMs, signal);
      after = undefined;
    }
  }
}

/** A function, because the flag may change during an await. */
const isOver = ({ aborted }: AbortSignal): boolean => aborted;

/** Waits; resolves early when it is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, signal).catch(() => undefined);
