/** The two signature schemes of the contract, section 12, and the HMAC presets of section 13. */

/** Header names, in lower case as in HTTP libraries. */
export const HEADERS = {
  svcSignature: 'x-svc-signature',
  eventId: 'x-svc-event-id',
  attempt: 'x-svc-attempt',
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** Hash of an HMAC signature. `sha1` only verifies: nothing is signed with it. */
export type HmacAlgorithm = 'sha1' | 'sha256' | 'sha512';

/** A signature that is an HMAC of the raw body in one header. */
export interface HmacPreset {
  /** Name of the header, in lower case. */
  readonly header: string;
  /** Hash of the signature. */
  readonly algorithm: HmacAlgorithm;
  /** Text before the digest; may be empty. */
  readonly prefix: string;
  /** Encoding of the digest; hex by default. */
  readonly encoding?: 'hex' | 'base64';
}

/** Presets of known senders; `svc` is this engine's own. */
export const HMAC_PRESETS = {
  svc: { header: HEADERS.svcSignature, algorithm: 'sha256', prefix: 'sha256=' },
  github: { header: 'x-hub-signature-256', algorithm: 'sha256', prefix: 'sha256=' },
  vercel: { header: 'x-vercel-signature', algorithm: 'sha1', prefix: '' },
} as const satisfies Record<string, HmacPreset>;

/**
 * The supported signature in `webhook-signature`: HMAC-SHA256, the symmetric one of Standard
 * Webhooks.
 */
export const STANDARD_VERSION = 'v1,';

/** No white space, and no full stop, which separates the parts of the signed content. */
export const WEBHOOK_ID = /^[A-Za-z0-9:_-]{1,200}$/;

/** Largest difference between the clocks of both sides, in ms. */
export const DEFAULT_TOLERANCE_MS = 300_000;
