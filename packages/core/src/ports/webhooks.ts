/**
 * Port for pushing events and authenticating triggers, such as `createWebhookTransport` of
 * `@org/approval-webhooks/node`.
 */
export interface WebhookTransport {
  /** Returns the reason why this URL is refused, by the URL alone; null if allowed. */
  checkUrl(url: string): string | null;
  /**
   * Makes one attempt (contract section 12). Never rejects; errors are in the result.
   * @see docs/reference/contract.md#12-outbound-webhooks
   */
  deliver(attempt: WebhookAttempt): Promise<WebhookOutcome>;
  /**
   * Makes the request of a webhook node (contract section 2). Never rejects; errors are in the
   * result. Optional: without it webhook nodes fail.
   * @see docs/reference/contract.md#2-definitions
   */
  call?(request: CallRequest): Promise<CallOutcome>;
  /**
   * Resolves to true if an inbound request is signed with the secret (contract section 13). Never
   * rejects.
   * @see docs/reference/contract.md#13-inbound-webhooks
   */
  verifySignature(request: InboundSignature): Promise<boolean>;
}

/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** URL of the receiver. */
  readonly url: string;
  /** The event as JSON; these bytes are signed and sent. */
  readonly body: Uint8Array;
  readonly eventId: string;
  /** Attempt number from 0. */
  readonly attempt: number;
  /** Newest first; all of them sign. */
  readonly secrets: readonly [newest: string, ...older: string[]];
  /** ms since the epoch, for the signature's timestamp. */
  readonly now: number;
  /** Gives the attempt up. */
  readonly signal: AbortSignal;
}

/** A request of a webhook node. */
export interface CallRequest {
  /** URL of the request. */
  readonly url: string;
  /** Method of the request. */
  readonly method: string;
  /** Headers by name in lower case. The transport adds those of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the request; null without one. */
  readonly body: Uint8Array | null;
  /** Signs the body as that of an event; null without a signature. */
  readonly sign: {
    /** Id for the header `webhook-id`. */
    readonly id: string;
    /** Newest first; all of them sign. */
    readonly secrets: readonly [newest: string, ...older: string[]];
    /** ms since the epoch, for the signature's timestamp. */
    readonly now: number;
  } | null;
  /** Maximum time of the whole exchange in ms. */
  readonly timeoutMs: number;
  /** Bytes of the response's body to read. */
  readonly maxBytes: number;
  /** Gives the request up and closes its connection. */
  readonly signal: AbortSignal;
}

/** Result of a request. `error` quotes no secret, path or address. */
export type CallOutcome =
  | {
      /** True if a response arrived, with any status. */
      readonly ok: true;
      /** HTTP status of the response. */
      readonly status: number;
      /** Headers by name in lower case; repeated ones are joined. */
      readonly headers: Readonly<Record<string, string>>;
      /** Body of the response, up to `maxBytes`. */
      readonly body: Uint8Array;
      /** True if the body was longer. */
      readonly truncated: boolean;
      /** Delay in ms that the receiver asks for. */
      readonly retryAfterMs?: number | undefined;
    }
  | {
      readonly ok: false;
      /**
       * `not-allowed`: the address is refused. `invalid`: HTTP cannot carry the request. For both,
       * nothing was sent. `unavailable`: no response; another attempt may get one.
       */
      readonly reason: 'not-allowed' | 'invalid' | 'unavailable';
      /** Cause of the failure, for people. */
      readonly error: string;
    };

/** `status` is the HTTP status; null without a response. `error` quotes no secret or address. */
export type WebhookOutcome =
  | {
      /** True if the receiver accepted it. */
      readonly ok: true;
      /** HTTP status of the response. */
      readonly status: number;
    }
  | {
      readonly ok: false;
      /** HTTP status of the response; null without one. */
      readonly status: number | null;
      /** Cause of the failure, for people. */
      readonly error: string;
      /** Delay in ms that the receiver asks for; the next attempt is not earlier. */
      readonly retryAfterMs?: number | undefined;
    };

/**
 * Proof of an inbound request, as triggers declare it. `svc`: the Standard Webhooks trio over id,
 * time and body, the time within 5 minutes of `now` (ms since the epoch). The others: an HMAC over
 * the raw body in a header.
 */
export interface InboundSignature {
  /** Signature scheme: a known one, or as the other fields say. */
  readonly preset: 'svc' | 'github' | 'vercel' | 'custom';
  /** ms since the epoch: the time that signatures with a time are held against. */
  readonly now: number;
  /** Overrides the preset; not allowed for `svc`. */
  readonly header?: string | undefined;
  /** Hash of the signature. */
  readonly algorithm?: 'sha1' | 'sha256' | 'sha512' | undefined;
  /** Encoding of the signature; hex by default. */
  readonly encoding?: 'hex' | 'base64' | undefined;
  /** Text before the signature in its header. */
  readonly prefix?: string | undefined;
  /** Headers of the request. */
  readonly headers: InboundHeaders;
  /** Body of the request, byte for byte. */
  readonly body: Uint8Array;
  /** Secret of the sender. */
  readonly secret: string;
}

/** Names in lower case. */
export type InboundHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;
