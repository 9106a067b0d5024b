/** `@org/approval-comments/express`: for Express, Connect and plain `node:http`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpBody, type HttpHandler, readBody } from './message.js';

export type { HttpHandler } from './message.js';

/** A request, and where body parsers and routers leave what they made of it. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly originalUrl?: string };

/** `app.use(toExpress(handler))`, before or after `express.json()`. */
export function toExpress(
  handler: HttpHandler,
): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    let body: HttpBody;
    try {
      body = await bodyOf(request, handler.maxBodyBytes);
    } catch {
      // Whoever sent it has gone away.
      response.destroy();
      return;
    }
    const { method = 'GET', headers } = request;
    const path = pathOf(request.originalUrl ?? request.url ?? '/');
    const answer = await handler({ method, path, headers, body });
    if (response.headersSent) return;
    // What was not read of an over-long body must not be taken for the next request.
    const close = body.kind === 'too-large' ? { connection: 'close' } : {};
    response.writeHead(answer.status, { ...answer.headers, ...close }).end(answer.body);
  };
}

function bodyOf(request: NodeRequest, maxBytes: number): Promise<HttpBody> {
  const { body } = request;
  if (!request.readableDidRead && !request.readableEnded) return readBody(request, maxBytes);
  return Promise.resolve(
    body instanceof Uint8Array ? { kind: 'bytes', bytes: body } : { kind: 'parsed', value: body },
  );
}

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;
