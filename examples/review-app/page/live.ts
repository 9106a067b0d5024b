/** The stream of live updates: whether it is open, and who wants to know of what. */
import { EventSource } from 'eventsource';
import type { LiveChange } from '../setting.js';

/** A server says something at least every 15 s; one that is silent for longer is taken for gone. */
const SILENCE_MS = 40_000;
/**
 * The server sets the library's retry delay (`retry:`); this one applies after the library gives
 * up.
 */
const AGAIN_MS = 2_000;

export interface LiveOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A client that was cut off must read everything once, so each opening reports both. */
  readonly onChange: (change: LiveChange) => void;
  readonly onConnected: (isConnected: boolean) => void;
  /** The credentials do not count any more: the server was started anew. */
  readonly onRefused: () => void;
}

/** Connects, and connects again for as long as it takes. Returns a function that ends it. */
export function connect(options: LiveOptions): () => void {
  const { onChange, onConnected } = options;
  let source: EventSource | null = null;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const again = (ms: number) => {
    clearTimeout(watch);
    watch = setTimeout(open, ms);
  };
  const heard = () => again(SILENCE_MS);
  function open(): void {
    source?.close();
    const opened = new EventSource(options.url, { fetch: withHeaders(options.headers) });
    source = opened;
    heard();
    opened.onopen = () => {
      heard();
      onConnected(true);
      onChange('comments');
      onChange('approvals');
    };
    opened.onerror = ({ code }) => {
      onConnected(false);
      if (code === 401 || code === 403) options.onRefused();
      if (opened.readyState === EventSource.CLOSED) again(AGAIN_MS);
    };
    opened.addEventListener('beat', heard);
    for (const change of ['comments', 'approvals'] as const)
      opened.addEventListener(change, () => {
        heard();
        onChange(change);
      });
  }

  // The browser knows at once; the stream would be silent for a while first.
  const gone = () => onConnected(false);
  addEventListener('offline', gone);
  addEventListener('online', open);
  open();
  return () => {
    removeEventListener('offline', gone);
    removeEventListener('online', open);
    clearTimeout(watch);
    source?.close();
  };
}

/** The platform's own EventSource takes no headers, and a token does not belong into an address. */
const withHeaders =
  (extra: LiveOptions['headers']) =>
  (url: string | URL, init: RequestInit): Promise<Response> =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...extra } });
