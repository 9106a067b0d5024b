/** `@org/approval-webhooks`: the parts for any JavaScript runtime. Sending is in `/node`. */

// Secrets
export { Secret, type SecretInput } from './secret.js';

// Signing
export {
  type DeliveryRequest,
  type SignRequest,
  type SignatureHeaders,
  deliveryHeaders,
  sign,
} from './signing/sign.js';
export {
  DEFAULT_TOLERANCE_MS,
  HEADERS,
  HMAC_PRESETS,
  type HmacAlgorithm,
  type HmacPreset,
} from './signing/scheme.js';

// Verifying
export type { VerifyFailure, VerifyReason } from './signing/failure.js';
export type { HeaderSource } from './signing/headers.js';
export { type Scheme, type Verified, type VerifyOptions, verify } from './signing/verify.js';
export { type SignatureCheck, type SignedRequest, verifyHmac } from './signing/verify-hmac.js';
export { type Freshness, verifyStandard } from './signing/verify-standard.js';
export type { UnknownEvent, WebhookEvent } from './event.js';

// Receiving: the common part of `/express`, `/fastify` and `/fetch`
export { type Answer, type Outcome, OUTCOMES } from './receiving/answer.js';
export {
  type Receive,
  type Received,
  type ReceivedBody,
  type ReceiverOptions,
  createReceiver,
} from './receiving/receive.js';
export { type Claim, type SeenEvents, memorySeenEvents } from './receiving/seen-events.js';

// Allowed addresses
export { type UrlCheck, type UrlRefusal, type UrlRefusalCode, checkUrl } from './address/check-url.js';
export {
  type AddressPolicy,
  type AddressPolicyOptions,
  PUBLIC_ONLY,
  addressPolicy,
  addressRefusal,
} from './address/policy.js';
export type { AddressClass, AddressKind } from './address/ranges.js';
