/**
 * What the engine needs to push events and to know who triggers runs. `createWebhookTransport` of
 * `@org/approval-webhooks/node` is one.
 */
export interface WebhookTransport {
  /** Why nothing may be sent to this URL, as far as the URL says; null when it may. */
  checkUrl(url: string): string | null;
  /** One attempt (contract section 12). Never rejects; what went wrong is the answer. */
  deliver(attempt: WebhookAttempt): Promise<WebhookOutcome>;
  /** Whether an inbound request is signed with the secret (contract section 13). Never rejects. */
  verifySignature(request: InboundSignature): Promise<boolean>;
}

export interface WebhookAttempt {
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

/** `status` is the HTTP status of the answer; null: there was none. `error` quotes neither secret, path nor address. */
export type WebhookOutcome =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly status: number | null; readonly error: string };

/** An HMAC over the raw body in a header, as triggers declare it. */
export interface InboundSignature {
  readonly preset: 'svc' | 'github' | 'custom';
  /** In place of what the preset says. */
  readonly header?: string | undefined;
  readonly algorithm?: 'sha256' | 'sha512' | undefined;
  readonly prefix?: string | undefined;
  readonly headers: InboundHeaders;
  readonly body: Uint8Array;
  readonly secret: string;
}

/** Names in lower case. */
export type InboundHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;
