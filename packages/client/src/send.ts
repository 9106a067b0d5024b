/** One attempt: one request and its answer, with a token and within its time. */
import { type FetchResponse, readAnswer } from './answer.js';
import { ApprovalClientError } from './error.js';
import { bounded } from './time.js';
import type { GetAuthToken } from './tokens.js';

export type { FetchResponse } from './answer.js';

/** What the client needs of `fetch`; the platform's own is one, and so is undici's. */
export type Fetch = (
  url: string,
  init: {
    readonly method: 'POST';
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<FetchResponse>;

export interface Connection {
  /** Up to the operation's path. */
  readonly prefix: string;
  readonly apiKey: string;
  readonly getAuthToken: GetAuthToken;
  /** Whether another token than the refused one can be had. */
  readonly canRefresh: boolean;
  readonly fetch: Fetch;
  /** For each request, its token included. */
  readonly timeoutMs: number;
}

export interface Message {
  readonly path: string;
  /** JSON */
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * The result, with a second request and a new token in between if the engine refuses the first one. Never a third.
 * @throws ApprovalClientError; the reason of the signal.
 */
export async function send(connection: Connection, message: Message): Promise<unknown> {
  try {
    return await request(connection, message, false);
  } catch (error) {
    const isRefused = error instanceof ApprovalClientError && error.status === 'UNAUTHENTICATED';
    if (!isRefused || !connection.canRefresh) throw error;
    return request(connection, message, true);
  }
}

async function request(connection: Connection, message: Message, forceRefresh: boolean): Promise<unknown> {
  const { prefix, apiKey, getAuthToken, fetch, timeoutMs } = connection;
  const { path, body, signal: outer } = message;
  const progress = { isSent: false };
  try {
    return await bounded(timeoutMs, outer, async (signal) => {
      const authToken = await getAuthToken({ forceRefresh });
      signal.throwIfAborted();
      progress.isSent = true;
      const headers = {
        'content-type': 'application/json',
        'x-svc-api-key': apiKey,
        'x-svc-auth-token': authToken,
      };
      // Followed blindly, a redirect would take the credentials to wherever it points.
      const response = await fetch(prefix + path, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal,
      });
      return await readAnswer(path, response);
    });
  } catch (cause) {
    outer?.throwIfAborted();
    if (cause instanceof ApprovalClientError) throw cause;
    const { isSent } = progress;
    const what = isSent ? `${path} got no answer` : `there was no token to call ${path} with`;
    const outcomeUnknown = isSent && !NOT_CONNECTED.has(codeOf(causeOf(cause)));
    throw new ApprovalClientError('UNAVAILABLE', `${what}: ${whyOf(cause)}`, { cause, outcomeUnknown });
  }
}

/** What Node says where there was no connection, and so no request. A browser does not tell. */
const NOT_CONNECTED = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** "fetch failed" alone helps nobody: what Node knows more of is in the cause. */
function whyOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: String(error) };
  const inner = causeOf(error);
  return inner instanceof Error ? `${message} (${inner.message || String(codeOf(inner))})` : message;
}
