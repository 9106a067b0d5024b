// Generated from the schemas of create.ts by `npm run types`. Do not edit.
import type { GrantMatch, RequesterRequest } from '../../requests.gen.js';

/** Permission for future calls; the token identifies the user who grants it. */
export interface CreateGrantData {
  /** Requester whose calls it covers. */
  requester: RequesterRequest;
  /** Name of the tool, not a prefix. */
  tool: string;
  /** Exact target; null for calls without one. */
  target: string | null;
  /** Conditions on the arguments. */
  match: GrantMatch;
  /** Number of calls, 1 to 1,000, within the rule's cap. */
  maxUses: number;
  /** Expiry, within the rule's cap. */
  expiresAt: number;
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
  /**
   * Idempotency key: a retry with the same key returns the existing grant. 1 to 200 letters,
   * digits and `: _ . -`.
   */
  idempotencyKey?: string | undefined;
}
