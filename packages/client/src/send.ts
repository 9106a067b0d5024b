/** One attempt: a request and its response, with a token and a timeout. */
import { type FetchResponse, readAnswer } from './answer.js';
import { ApprovalClientError } from './error.js';
import { bounded } from '@org/approval-internal/time';
import type { GetAuthToken } from './tokens.js';

export type { FetchResponse } from './answer.js';

/** Part of `fetch` that the client needs; the platform's own fits, and so does undici's. */
export type Fetch = (
  url: string,
  init: {
    readonly method: 'POST' | 'GET';
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: 'manual';
    readonly cache?: 'no-store';
    readonly credentials?: 'same-origin' | 'include';
    readonly signal: AbortSignal;
  },
) => Promise<FetchResponse>;

export interface Connection {
  /** URL up to the operation's path. */
  readonly prefix: string;
  /** Credentials; null for a cookie of the host. */
  readonly keys: { readonly apiKey: string; readonly getAuthToken: GetAuthToken } | null;
  /** True when a new token can be requested after a refusal. */
  readonly canRefresh: boolean;
  /** Mode for cookies; undefined for the platform's default. */
  readonly credentials: 'same-origin' | 'include' | undefined;
  readonly fetch: Fetch;
  /** Timeout of each request, its token included, without deliberate waits of the server. */
  readonly timeoutMs: number;
}

export interface Message {
  readonly path: string;
  /** JSON */
  readonly body: string;
  readonly signal: AbortSignal | undefined;
  /** Longest wait of the server in ms, added to the timeout of the request. */
  readonly waitMs: number;
}

/**
 * Returns the result of an operation.
 * @throws ApprovalClientError; the reason of the signal.
 */
export function send(connection: Connection, { path, body, signal, waitMs }: Message): Promise<unknown> {
  return asked(connection, { path, signal, waitMs }, async (headers, within) => {
    const response = await connection.fetch(connection.prefix + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      ...platform(connection),
      signal: within,
    });
    return readAnswer(path, response);
  });
}

export interface Opening {
  /** Path and query of the stream. */
  readonly path: string;
  readonly query: string;
  /** Aborts it until it has begun. */
  readonly signal: AbortSignal;
}

/**
 * Opens a stream; null if no event can follow.
 * @throws ApprovalClientError; the reason of the signal.
 */
export function openStream(
  connection: Connection,
  { path, query, signal }: Opening,
): Promise<ReadableStream<Uint8Array> | null> {
  return asked(connection, { path, signal, waitMs: 0 }, async (headers, within) => {
    // `within` ends when the response begins; the reader of the stream then ends it by cancelling
    // it.
    const giveUp = () => life.abort(within.reason);
    const life = new AbortController();
    within.addEventListener('abort', giveUp);
    try {
      const response = await connection.fetch(`${connection.prefix}${path}${query}`, {
        method: 'GET',
        headers: { accept: 'text/event-stream', ...headers },
        ...platform(connection),
        cache: 'no-store',
        signal: life.signal,
      });
      return await streamOf(path, response);
    } finally {
      within.removeEventListener('abort', giveUp);
    }
  });
}

async function streamOf(path: string, response: FetchResponse): Promise<ReadableStream<Uint8Array> | null> {
  if (response.status === 204) return null;
  const isStream = response.status === 200 && /^text\/event-stream\b/i.test(typeOf(response));
  if (!isStream) {
    await readAnswer(path, response);
    throw new ApprovalClientError('INTERNAL', `${path} was answered, but not with a stream`);
  }
  if (response.body != null) return response.body;
  throw new ApprovalClientError(
    'INTERNAL',
    'the fetch of this client gives its answers no `body`, without which nothing can be streamed',
  );
}

const typeOf = ({ headers }: FetchResponse): string => headers.get('content-type') ?? '';

const platform = ({ credentials }: Connection) => ({
  // Following a redirect would send the credentials to its target.
  redirect: 'manual' as const,
  ...(credentials !== undefined && { credentials }),
});

type Work<T> = (headers: Record<string, string>, within: AbortSignal) => Promise<T>;

/**
 * Calls with a token, and once more with a new one if the engine refuses it. Never a third time.
 */
async function asked<T>(connection: Connection, of: Asked, work: Work<T>): Promise<T> {
  try {
    return await attempt(connection, of, { forceRefresh: false, work });
  } catch (error) {
    const isRefused = error instanceof ApprovalClientError && error.status === 'UNAUTHENTICATED';
    if (!isRefused || !connection.canRefresh) throw error;
    return attempt(connection, of, { forceRefresh: true, work });
  }
}

interface Asked {
  readonly path: string;
  readonly signal: AbortSignal | undefined;
  readonly waitMs: number;
}

async function attempt<T>(
  { keys, timeoutMs }: Connection,
  { path, signal: outer, waitMs }: Asked,
  { forceRefresh, work }: { readonly forceRefresh: boolean; readonly work: Work<T> },
): Promise<T> {
  const progress = { isSent: false };
  try {
    return await bounded(timeoutMs + waitMs, outer, async (signal) => {
      const headers = keys === null ? {} : await headersOf(keys, forceRefresh);
      signal.throwIfAborted();
      progress.isSent = true;
      return work(headers, signal);
    });
  } catch (cause) {
    outer?.throwIfAborted();
    if (cause instanceof ApprovalClientError) throw cause;
    const { isSent } = progress;
    const what = isSent ? `${path} got no answer` : `could not get a token to call ${path}`;
    const outcomeUnknown = isSent && !NOT_CONNECTED.has(codeOf(causeOf(cause)));
    throw new ApprovalClientError('UNAVAILABLE', `${what}: ${whyOf(cause)}`, { cause, outcomeUnknown });
  }
}

async function headersOf(
  { apiKey, getAuthToken }: NonNullable<Connection['keys']>,
  forceRefresh: boolean,
): Promise<Record<string, string>> {
  return { 'x-svc-api-key': apiKey, 'x-svc-auth-token': await getAuthToken({ forceRefresh }) };
}

/** Codes of Node for a request that was never sent. Browsers do not tell. */
const NOT_CONNECTED = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** "fetch failed" alone does not help: Node puts the details into the cause. */
function whyOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: String(error) };
  const inner = causeOf(error);
  return inner instanceof Error ? `${message} (${inner.message || String(codeOf(inner))})` : message;
}
