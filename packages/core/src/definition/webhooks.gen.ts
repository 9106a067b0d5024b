// Generated from the schemas of webhooks.ts by `npm run types`. Do not edit.

/** A receiver of the events of executions. */
export interface WebhookConfig {
  /** URL that events are posted to. It must use HTTPS and a public host. */
  url: string;
  /**
   * Secret that signs the requests, 16 to 512 characters. Write-only; an update without it
   * keeps the stored one.
   */
  secret?: string | undefined;
  /** Types of the events that are sent; all external ones by default. */
  eventTypes?: string[] | undefined;
}

/** Requests that start an execution, and how they authenticate. */
export interface InboundWebhook {
  /** Authentication of requests: a signature, or the secret as bearer token. */
  authMode: 'hmac' | 'bearer';
  /**
   * Secret shared with the sender, 16 to 512 characters. Write-only; an update without it keeps
   * the stored one.
   */
  secret?: string | undefined;
  /**
   * Signature scheme: Standard Webhooks (`svc`, the default), GitHub, Vercel, or the custom
   * fields below.
   */
  provider?: 'svc' | 'github' | 'vercel' | 'custom' | undefined;
  /** Header with the signature, for `custom`. */
  signatureHeader?: string | undefined;
  /** Hash of the signature, for `custom`; sha256 by default. */
  signatureAlgorithm?: 'sha1' | 'sha256' | 'sha512' | undefined;
  /** Encoding of the signature, for `custom`; hex by default. */
  signatureEncoding?: 'hex' | 'base64' | undefined;
  /** Text before the signature in its header, for `custom`, as in `sha256=`. */
  signaturePrefix?: string | undefined;
  /** Names of the events that start executions; all by default. */
  allowedEvents?: string[] | undefined;
  /** Header with the name of the event. */
  eventNameHeader?: string | undefined;
  /** Header with the id of the event. It is not signed: prefer `idempotencyBodyPath`. */
  idempotencyHeader?: string | undefined;
  /** Dot-path to the id of the event in the body. Each id starts at most one execution. */
  idempotencyBodyPath?: string | undefined;
  /**
   * Mapping of the body: it becomes the trigger context (the default), or its field `source`.
   */
  payloadMapping?: 'pass-through' | 'wrap' | undefined;
}
