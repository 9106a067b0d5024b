/** Reasons why a delivery is not authentic. */

/** A closed list, so that hosts can count and translate it. */
export type VerifyReason =
  /** Fault of the receiver: it has no secret, or one that is out of bounds. */
  | 'no-secret'
  /** Fault of the receiver: it passed something other than the raw bytes. */
  | 'body-not-raw'
  | 'header-missing'
  | 'header-malformed'
  /** Not sha256; no `v1` signature. */
  | 'scheme-unsupported'
  | 'digest-missing'
  | 'timestamp-too-old'
  | 'timestamp-too-new'
  | 'signature-mismatch'
  /** The signature is right, the body is not an event. */
  | 'event-malformed';

/** A request that is not authentic. */
export interface VerifyFailure {
  /** Always false for a failure. */
  readonly ok: false;
  /** Reason of the failure. */
  readonly reason: VerifyReason;
  /** Message for a reader; quotes nothing of the request or the secrets. */
  readonly message: string;
}

export const failure = (reason: VerifyReason, message: string): VerifyFailure => ({
  ok: false,
  reason,
  message,
});
