/** `@org/approval-webhooks/node`: the sending side, on Node's own sockets. */
export { type Dial, type Guard, type Target, guardedConnect } from './address/connect.js';
export { RefusedError, type Resolver, guardedLookup, systemResolver } from './address/lookup.js';
export { type Timer, systemTimer } from './sending/deadline.js';
export type { SendError, SendErrorCode } from './sending/failure.js';
export {
  type SendRequest,
  type SendResult,
  type SenderOptions,
  type WebhookSender,
  createSender,
} from './sending/send.js';
export { type WebhookTransportOptions, createWebhookTransport } from './sending/transport.js';
