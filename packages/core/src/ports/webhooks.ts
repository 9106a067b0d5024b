/**
 * What the engine needs to push events and to know who triggers runs. `createWebhookTransport` of
 * `@org/approval-webhooks/node` is one.
 */
export interface WebhookTransport {
  /** Why nothing may be sent to this URL, as far as the URL says; null when it may. */
  checkUrl(url: string): string | null;
  /**
   * One attempt (contract section 12). Never rejects; what went wrong is the result.
   * @see docs/reference/contract.md#12-outbound-webhooks
   */
  deliver(attempt: WebhookAttempt): Promise<WebhookOutcome>;
  /**
   * Whether an inbound request is signed with the secret (contract section 13). Never rejects.
   * @see docs/reference/contract.md#13-inbound-webhooks
   */
  verifySignature(request: InboundSignature): Promise<boolean>;
}

/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** Where it goes. */
  readonly url: string;
  /** The event as JSON; these bytes are signed and sent. */
  readonly body: Uint8Array;
  readonly eventId: string;
  /** From 0. */
  readonly attempt: number;
  /** Newest first; all of them sign. */
  readonly secrets: readonly [newest: string, ...older: string[]];
  /** ms since the epoch, for the signature's timestamp. */
  readonly now: number;
  /** Gives the attempt up. */
  readonly signal: AbortSignal;
}

/** `status` is the HTTP status of the response; null: there was none. `error` quotes neither secret, path nor address. */
export type WebhookOutcome =
  | {
      /** Whether the receiver took it. */
      readonly ok: true;
      /** HTTP status of the response. */
      readonly status: number;
    }
  | {
      readonly ok: false;
      /** HTTP status of the response; null when there was none. */
      readonly status: number | null;
      /** Why it failed, for people. */
      readonly error: string;
      /** How long the receiver asks to wait before the next attempt, in ms; the schedule is not quicker than that. */
      readonly retryAfterMs?: number | undefined;
    };

/**
 * What proves an inbound request, as triggers declare it. `svc`: the Standard Webhooks trio over id, time and body, the
 * time within five minutes of `now` (ms since the epoch). The others: an HMAC over the raw body in a header.
 */
export interface InboundSignature {
  /** How the request is signed: by a known scheme, or as the other fields say. */
  readonly preset: 'svc' | 'github' | 'custom';
  /** ms since the epoch: the time that signatures with a time are held against. */
  readonly now: number;
  /** In place of what the preset says; not of `svc`. */
  readonly header?: string | undefined;
  /** Hash of the signature. */
  readonly algorithm?: 'sha256' | 'sha512' | undefined;
  /** Text before the signature in its header. */
  readonly prefix?: string | undefined;
  /** Headers of the request. */
  readonly headers: InboundHeaders;
  /** Body of the request, byte for byte. */
  readonly body: Uint8Array;
  /** What the sender signs with. */
  readonly secret: string;
}

/** Names in lower case. */
export type InboundHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;
