/** Why a delivery is not taken for genuine. */

/** Closed, so that hosts can count and translate it. */
export type VerifyReason =
  /** The receiver's own fault: it has no secret, or one that is out of bounds. */
  | 'no-secret'
  /** The receiver's own fault: what it gave is not the raw bytes. */
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

/** Why a request is not authentic. */
export interface VerifyFailure {
  /** Never true of a failure. */
  readonly ok: false;
  /** What is wrong. */
  readonly reason: VerifyReason;
  /** For people; quotes nothing of the request or the secrets. */
  readonly message: string;
}

export const failure = (reason: VerifyReason, message: string): VerifyFailure => ({
  ok: false,
  reason,
  message,
});
