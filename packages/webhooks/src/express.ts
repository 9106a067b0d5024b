/**
 * `@org/approval-webhooks/express`: the receiver as a handler for Express, Connect and `node:http`.
 */
import type { ServerResponse } from 'node:http';
import { type NodeRequest, toExpress } from '@org/approval-internal/http/node';
import { receiverHandler } from './receiving/handler.js';
import type { ReceiverOptions } from './receiving/receive.js';

export type { NodeRequest } from '@org/approval-internal/http/node';
export type { ReceiverOptions } from './receiving/receive.js';

/**
 * `app.post('/hooks', expressReceiver({ secrets, onEvent }))`, before `express.json()`. It sends
 * the response.
 * @throws TypeError without a usable secret.
 */
export function expressReceiver(
  options: ReceiverOptions,
): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  return toExpress(receiverHandler(options));
}
