// Generated from the schemas of amend.ts by `npm run types`. Do not edit.
import type { JsonPayload } from '@org/approval-core/definition';

/** New arguments for a pending call; the token identifies the user who amends it. */
export interface AmendPermitData {
  /** Id of the permit. */
  permitId: string;
  /** Digest of the call to amend, as shown. */
  ifDigest: string;
  /** The arguments in place of those there are. */
  args: JsonPayload;
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
  /**
   * Idempotency key: a retry with the same key does not amend again and returns the permit as
   * it is. 1 to 200 letters, digits and `: _ . -`.
   */
  idempotencyKey?: string | undefined;
}
