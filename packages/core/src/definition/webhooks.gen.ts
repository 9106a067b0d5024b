// Generated from the schemas of webhooks.ts by `npm run types`. Do not edit.

/** A receiver of the events of runs. */
export interface WebhookConfig {
  /** Where events are posted to; HTTPS, and a public host. */
  url: string;
  /** Signs the requests: 16 to 512 characters. Write-only; an update that leaves it out keeps it. */
  secret?: string | undefined;
  /** Types of the events that are sent; all external ones by default. */
  eventTypes?: string[] | undefined;
}

/** Which requests start a run, and how they prove themselves. */
export interface InboundWebhook {
  /** How a request proves itself: signed, or with the secret as its token. */
  authMode: 'hmac' | 'bearer';
  /** Shared with the sender: 16 to 512 characters. Write-only; an update that leaves it out keeps it. */
  secret?: string | undefined;
  /** How requests are signed: as Standard Webhooks (`svc`, the default), as by GitHub, or as named here. */
  provider?: 'svc' | 'github' | 'custom' | undefined;
  /** Header with the signature, for `custom`. */
  signatureHeader?: string | undefined;
  /** Hash of the signature, for `custom`; sha256 by default. */
  signatureAlgorithm?: 'sha256' | 'sha512' | undefined;
  /** Text before the signature in its header, for `custom`, as in `sha256=`. */
  signaturePrefix?: string | undefined;
  /** Names of the events that start runs; all by default. */
  allowedEvents?: string[] | undefined;
  /** Header with the name of the event. */
  eventNameHeader?: string | undefined;
  /** Header with the id of the event. It is not signed: prefer `idempotencyBodyPath`. */
  idempotencyHeader?: string | undefined;
  /** Dot-path to the id of the event in the body; an id starts one run, however often it is sent. */
  idempotencyBodyPath?: string | undefined;
  /** Whether the body becomes the trigger context itself (the default), or its field `source`. */
  payloadMapping?: 'pass-through' | 'wrap' | undefined;
}

/** An inbound webhook that starts runs of its definition. */
export interface DefinitionTrigger {
  /** Id of the trigger, unique in its definition. */
  triggerId: string;
  /** The requests that it takes. */
  inboundWebhook: InboundWebhook;
}
