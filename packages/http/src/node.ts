/** `@org/approval-http/node`: the handler on a plain `http` server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestAborted, readBody } from './body-reader.js';
import type { HttpBody, HttpHandler, HttpRequest, HttpResponse } from './message.js';

/** A listener for `http.createServer`. */
export function toNodeListener(
  handler: HttpHandler,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void serve(handler, request, response);
  };
}

/** A request, with what frameworks add to it. */
interface HostRequest extends IncomingMessage {
  readonly body?: unknown;
  readonly rawBody?: unknown;
  readonly originalUrl?: string;
  readonly ip?: string | undefined;
}

/** Reads, handles and answers one request; a sender who has gone away gets no answer. */
export async function serve(
  handler: HttpHandler,
  request: HostRequest,
  response: ServerResponse,
): Promise<void> {
  let body: HttpBody;
  try {
    body = await bodyOf(request, handler.maxBodyBytes);
  } catch (error) {
    if (!(error instanceof RequestAborted)) response.destroy();
    return;
  }
  const answer = await handler({
    method: request.method ?? 'GET',
    ...targetOf(request.originalUrl ?? request.url ?? '/'),
    headers: request.headers,
    // Express knows which proxies the host trusts.
    remoteAddress: request.ip ?? request.socket.remoteAddress ?? null,
    body,
  });
  write(response, answer, body.kind === 'too-large');
}

/** Whatever a parser of the host left: the stream, its bytes, or a value. */
function bodyOf(request: HostRequest, maxBytes: number): Promise<HttpBody> {
  const { body, rawBody } = request;
  if (!request.readableEnded && !request.readableDidRead) return readBody(request, maxBytes);
  // As it was sent, where a host keeps that beside what it parsed.
  if (rawBody instanceof Uint8Array) return Promise.resolve({ kind: 'bytes', bytes: rawBody });
  if (body instanceof Uint8Array) return Promise.resolve({ kind: 'bytes', bytes: body });
  if (typeof body === 'string')
    return Promise.resolve({ kind: 'bytes', bytes: new TextEncoder().encode(body) });
  return Promise.resolve({ kind: 'parsed', value: body });
}

/** The two parts of a request's target. */
export function targetOf(url: string): Pick<HttpRequest, 'path' | 'query'> {
  const end = url.indexOf('?');
  return end === -1 ? { path: url, query: '' } : { path: url.slice(0, end), query: url.slice(end + 1) };
}

function write(response: ServerResponse, { status, headers, body }: HttpResponse, close: boolean): void {
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    // What was not read of an over-long body must not be taken for the next request.
    ...(close && { connection: 'close' }),
  });
  response.end(body);
}
