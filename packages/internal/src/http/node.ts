/** The handler on a plain `http` server, Express, Connect and Next's pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { keptBody, readNodeStream } from './body-reader.js';
import { Hold } from './byte-budget.js';
import { type HttpBody, type HttpHandler, type HttpRequest, type HttpResponse, isCutOff } from './message.js';

/** A request, with the fields of frameworks, routers and body parsers. */
export interface NodeRequest extends IncomingMessage {
  /** Value of a body parser, if one ran. */
  readonly body?: unknown;
  /** The raw body, if a parser kept it. */
  readonly rawBody?: unknown;
  /** URL before routers took their prefix off. */
  readonly originalUrl?: string;
  /** Sender, as a framework reads it from its proxy. */
  readonly ip?: string | undefined;
}

/** Limit of characters in a response that is sent as a string. */
const TEXT_LENGTH = 65_536;

/** A listener for `http.createServer`. */
export function toNodeListener(
  handler: HttpHandler,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    serve(handler, request, response).catch(() => response.destroy());
  };
}

/**
 * Returns a handler for `app.use` or a router. Mounted below a path, give that path to the handler
 * as `basePath`.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { ROLES, createHandler } from '@org/approval-http';
 * import { toExpress } from '@org/approval-http/express';
 * import express from 'express';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const caller = { workspaceId: 'acme', subject: 'ann', permissions: new Set(ROLES.author) };
 * const handler = createHandler({
 *   engine,
 *   basePath: '/approvals',
 *   authenticate: async () => caller,
 * });
 * export const app = express().use('/approvals', toExpress(handler));
 * await engine.stop();
 * ```
 */
export function toExpress(
  handler: HttpHandler,
): (request: NodeRequest, response: ServerResponse, next?: (error: unknown) => void) => Promise<void> {
  return (request, response, next) =>
    serve(handler, request, response).catch((error: unknown) => {
      if (next === undefined) throw error;
      next(error);
    });
}

/** Reads, handles and answers one request; a client that left gets no response. */
export async function serve(
  handler: HttpHandler,
  request: NodeRequest,
  response: ServerResponse,
): Promise<void> {
  const hold = new Hold(handler.bodyBudget ?? null);
  try {
    const { rawBody, body: left } = request;
    const source = { stream: request, left: [rawBody, left], maxBytes: handler.maxBodyBytes, hold };
    const body = await bodyOf(source);
    // The client has left.
    if (body.kind === 'unreadable' && request.destroyed) return void response.destroy();
    const answer = await handler(messageOf(request, body));
    // A timeout of the host may have answered by now: an unread stream is closed.
    if (!response.headersSent) write(response, answer, isCutOff(body));
    else await answer.stream?.[Symbol.asyncIterator]().return?.();
  } finally {
    hold.release();
  }
}

function messageOf(request: NodeRequest, body: HttpBody): HttpRequest {
  const { path, query } = targetOf(request.originalUrl ?? request.url ?? '/');
  // Express knows which proxies the host trusts.
  const remoteAddress = request.ip ?? request.socket.remoteAddress ?? null;
  return { method: request.method ?? 'GET', path, query, headers: request.headers, remoteAddress, body };
}

export interface BodySource {
  /** The request, or a hook's replacement. */
  readonly stream: Parameters<typeof readNodeStream>[0] & {
    readonly readableDidRead: boolean;
    readonly readableEnded: boolean;
  };
  /** Results of the host's parsers: first the bytes, if any, then the value. */
  readonly left: readonly unknown[];
  readonly maxBytes: number;
  readonly hold: Hold;
}

/** Returns the kept bytes, the stream, or the value of a parser. */
export function bodyOf({ stream, left, maxBytes, hold }: BodySource): Promise<HttpBody> {
  const bytes = left.find((it) => it instanceof Uint8Array);
  if (bytes !== undefined) return Promise.resolve(keptBody(bytes, maxBytes));
  if (!stream.readableDidRead && !stream.readableEnded) return readNodeStream(stream, maxBytes, hold);
  const text = left.find((it) => typeof it === 'string');
  return Promise.resolve(
    text === undefined
      ? { kind: 'parsed', value: left.at(-1) }
      : keptBody(new TextEncoder().encode(text), maxBytes),
  );
}

/** Absolute form of a request line, which every server must accept (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?]*/i;

/** The two parts of a request's target. */
export function targetOf(url: string): Pick<HttpRequest, 'path' | 'query'> {
  const target = url.replace(ABSOLUTE, '');
  const end = target.indexOf('?');
  const [path, query] = end === -1 ? [target, ''] : [target.slice(0, end), target.slice(end + 1)];
  return { path: path || '/', query };
}

function write(
  response: ServerResponse,
  { status, headers, body, stream }: HttpResponse,
  close: boolean,
): void {
  if (stream !== undefined) {
    response.writeHead(status, headers);
    response.flushHeaders();
    void pipe(stream, response);
    return;
  }
  // Node sends the head and a string as one, which is quick while that is small. A large one it
  // copies; and counting the bytes of a joined string takes as long as creating them.
  const bytes = body.length > TEXT_LENGTH ? Buffer.from(body) : null;
  const length = bytes?.length ?? Buffer.byteLength(body);
  const all: Record<string, string | number> = { ...headers, 'content-length': length };
  // The unread rest of an over-long body must not be taken for the next request.
  if (close) all['connection'] = 'close';
  response.writeHead(status, all);
  if (bytes !== null) response.end(bytes);
  else response.end(body, length === body.length ? 'latin1' : 'utf8');
}

/** Sends parts as there is room, until either side ends. */
export async function pipe(body: AsyncIterable<string>, response: ServerResponse): Promise<void> {
  const parts = body[Symbol.asyncIterator]();
  const gone = (): void => void parts.return?.();
  response.once('close', gone);
  try {
    for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
      if (response.destroyed) break;
      const hasRoom = response.write(part.value);
      flush(response);
      if (!hasRoom) await roomIn(response);
    }
    response.end();
  } catch {
    response.destroy();
  } finally {
    response.off('close', gone);
    await parts.return?.();
  }
}

/** Middleware that compresses, such as Express's, keeps parts until its buffer is full. */
function flush(response: ServerResponse & { readonly flush?: () => void }): void {
  if (typeof response.flush === 'function') response.flush();
}

function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
