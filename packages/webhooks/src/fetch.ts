/**
 * `@org/approval-webhooks/fetch`: the receiver from Request to Response, for any runtime that has
 * them.
 */
import { toFetch } from '@org/approval-internal/http/fetch';
import { receiverHandler } from './receiving/handler.js';
import type { ReceiverOptions } from './receiving/receive.js';

export type { ReceiverOptions } from './receiving/receive.js';

/**
 * `export const POST = fetchReceiver({ secrets, onEvent })`.
 *
 * @throws TypeError without a usable secret.
 */
export function fetchReceiver(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const serve = toFetch(receiverHandler(options));
  // A framework may pass more arguments, such as Next's route context.
  return (request) => serve(request);
}
