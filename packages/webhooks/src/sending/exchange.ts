/** The parts of one HTTP exchange over its own socket. Node.js only. */
import { once } from 'node:events';
import {
  type IncomingMessage,
  request as httpRequest,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import type { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { type SecureContext, connect as tlsConnect } from 'node:tls';
import { parseIp } from '../address/ranges.js';

const MAX_HEADER_BYTES = 16 * 1_024;
const MAX_BODY_BYTES = 64 * 1_024;

const nobodyWaits = () => undefined;

/**
 * TLS over a connected socket, verified by the name, independent of NODE_TLS_REJECT_UNAUTHORIZED.
 */
export async function secured(
  socket: Socket,
  host: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const secure = tlsConnect({
    socket,
    host,
    // SNI takes no addresses; the certificate is then verified by `host`.
    servername: parseIp(host) === null ? host : '',
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    secureContext,
  });
  secure.on('error', nobodyWaits);
  addAbortSignal(signal, secure);
  await once(secure, 'secureConnect', { signal });
  return secure;
}

export interface HttpRequest {
  readonly url: URL;
  /** POST by default. */
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null for a request without a body. */
  readonly body: Uint8Array | null;
}

/** Headers of the connection, which the caller cannot set. */
const OURS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** True when HTTP can carry these headers. */
export function areValidHeaders(headers: HttpRequest['headers']): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}

/** Sends the request and returns the response after its headers arrived. */
export async function requested(
  { url, method = 'POST', headers, body }: HttpRequest,
  socket: Socket,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const given = Object.entries(headers).filter(([name]) => !OURS.has(name.toLowerCase()));
  const request = httpRequest({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      // Firewalls refuse requests without this header.
      'user-agent': 'approval-webhooks',
      ...Object.fromEntries(given),
      host: url.host,
      connection: 'close',
      ...(mayHaveBody(method, body) && { 'content-length': body?.length ?? 0 }),
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    signal,
  });
  request.on('error', nobodyWaits);
  request.end(body ?? undefined);
  const response = once(request, 'response', { signal }) as Promise<[IncomingMessage]>;
  // A receiver that switches protocols ends the request without a response and without an error.
  const [answer] = await Promise.race([response, once(request, 'close', { signal }).then(withoutAnswer)]);
  return answer;
}

/** A GET or DELETE without a body says nothing about its length. */
const mayHaveBody = (method: string, body: Uint8Array | null): boolean =>
  body !== null || (method !== 'GET' && method !== 'DELETE');

const withoutAnswer = (): never => {
  throw new Error('closed without a response');
};

/**
 * Reads the body to its end, or to 64 KiB, and discards it: a receiver may treat a connection that
 * closes during its response as a client that gave up. It is not decompressed.
 */
export async function drain(answer: IncomingMessage, signal: AbortSignal): Promise<void> {
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size >= MAX_BODY_BYTES) return;
  }
  // A body that ends with its connection also ends when this side closes it.
  signal.throwIfAborted();
}

/** Reads the body to its end, or to `maxBytes`. It is not decompressed. */
export async function readUpTo(
  answer: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly body: Uint8Array; readonly truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  signal.throwIfAborted();
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes };
}
