/** Makes the request of a webhook node (contract section 2). Node.js only. */
import type { CallOutcome, CallRequest } from '@org/approval-core/views';
import type { IncomingMessage } from 'node:http';
import { nodeHmac } from '../signing/node-hmac.js';
import { signedBy } from '../signing/sign.js';
import { readUpTo } from './exchange.js';
import type { SendErrorCode } from './failure.js';
import { retryAfterMs } from './retry-after.js';
import type { Exchange } from './send.js';

/** Characters of a rendered URL, each of two units at most. */
const URL_LENGTH = 8_000;

/** Faults of the request, and of its address. Every other fault is one of the exchange. */
const REASONS: Partial<Record<SendErrorCode, 'not-allowed' | 'invalid'>> = {
  'url-invalid': 'invalid',
  'url-too-long': 'invalid',
  'request-invalid': 'invalid',
  'url-scheme': 'not-allowed',
  'url-credentials': 'not-allowed',
  'host-not-public': 'not-allowed',
  'address-not-public': 'not-allowed',
};

export async function makeCall(
  exchange: Exchange,
  { url, method, headers, body, sign, timeoutMs, maxBytes, signal }: CallRequest,
): Promise<CallOutcome> {
  const signed = sign === null ? {} : await signedBy(nodeHmac, { ...sign, body: body ?? new Uint8Array() });
  const request = { url, method, headers: { ...headers, ...signed }, body, signal, maxUrlLength: URL_LENGTH };
  const made = await exchange(request, timeoutMs, (answer, reading) => read(answer, { maxBytes, reading }));
  if (made.ok) return made.value;
  const { code, message } = made.error;
  return { ok: false, reason: REASONS[code] ?? 'unavailable', error: `${code}: ${message}` };
}

async function read(
  answer: IncomingMessage,
  { maxBytes, reading }: { readonly maxBytes: number; readonly reading: () => AbortSignal },
): Promise<CallOutcome> {
  const waitMs = retryAfterMs(answer.headers['retry-after'], Date.now());
  const { body, truncated } = await readUpTo(answer, maxBytes, reading());
  return {
    ok: true,
    status: answer.statusCode ?? 0,
    headers: joined(answer.headers),
    body,
    truncated,
    ...(waitMs !== null && { retryAfterMs: waitMs }),
  };
}

const joined = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
