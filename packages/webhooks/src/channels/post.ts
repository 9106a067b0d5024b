/** Posts of channels: one guarded request through the transport of the engine. */
import type { WebhookTransport } from '@org/approval-core';
import type { CallRequest } from '@org/approval-core/views';
import { withMethods } from '@org/approval-internal/options';
import { ChannelError } from './failure.js';

/** Transport of the posts, such as `createWebhookTransport()` of `@org/approval-webhooks/node`. */
export type PostTransport = Required<Pick<WebhookTransport, 'call'>>;

/** Check of the option `transport`. */
export const transportCheck = withMethods('call');

/** Time of a post in ms; the engine gives a channel three times as long. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 16_384;

/** Statuses that are tried again, besides those from 500. */
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429]);

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly sign?: CallRequest['sign'];
  readonly signal: AbortSignal;
}

/** A response with a status of success. */
export interface PostAnswer {
  readonly body: Uint8Array;
  readonly retryAfterMs: number | null;
}

/**
 * Posts JSON, and resolves to the response.
 * @throws ChannelError without a response, or for one that is not a success
 */
export async function post(
  { transport, what }: { readonly transport: PostTransport; readonly what: string },
  { url, headers = {}, json, sign = null, signal }: Post,
): Promise<PostAnswer> {
  const outcome = await transport.call({
    url,
    method: 'POST',
    headers: { 'user-agent': 'approval-webhooks', 'content-type': 'application/json', ...headers },
    body: new TextEncoder().encode(JSON.stringify(json)),
    sign,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  if (!outcome.ok)
    throw new ChannelError(`${what} could not be reached: ${outcome.error}`, {
      retryable: outcome.reason === 'unavailable',
    });
  const { status, body, retryAfterMs = null } = outcome;
  if (status >= 200 && status <= 299) return { body, retryAfterMs };
  throw new ChannelError(`${what} responded ${status}`, {
    retryable: RETRIED.has(status) || status >= 500,
    retryAfterMs,
  });
}
