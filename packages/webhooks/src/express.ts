/** `@org/approval-webhooks/express`: the receiver as a handler for Express, Connect and plain `node:http`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { nodeBody } from './receiving/node-body.js';
import { MAX_BODY_BYTES, type ReceiverOptions, createReceiver } from './receiving/receive.js';

export type { ReceiverOptions } from './receiving/receive.js';

/** A request, and where body parsers leave what they made of it. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };

/**
 * `app.post('/hooks', expressReceiver({ secrets, onEvent }))`, before `express.json()`. It answers by itself and
 * never calls `next`.
 *
 * @throws TypeError without a usable secret.
 */
export function expressReceiver(
  options: ReceiverOptions,
): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  const receive = createReceiver(options);
  const maxBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  return async (request, response) => {
    const parsed = [request.rawBody, request.body];
    const body = await nodeBody({ stream: request, parsed, maxBytes });
    const answer = await receive({ method: request.method ?? '', headers: request.headers, body });
    // A timeout of the host's may have answered by now.
    if (!response.headersSent) response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}
