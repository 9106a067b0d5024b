// Generated from the schemas of create.ts by `npm run types`. Do not edit.
import type { GrantMatch, RequesterRequest } from '../../requests.gen.js';

/** Permission for calls to come; the token says who grants it. */
export interface CreateGrantData {
  /** Whose calls. */
  requester: RequesterRequest;
  /** Which tool; no prefix. */
  tool: string;
  /** Which target, exactly; null for calls without one. */
  target: string | null;
  /** What the arguments must be. */
  match: GrantMatch;
  /** How many calls, 1 to 1,000, within the rule's cap. */
  maxUses: number;
  /** Until when, within the rule's cap. */
  expiresAt: number;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
  /**
   * Of whoever grants: the same again is the same grant, so that a lost answer never grants twice. 1 to 200
   * letters, digits and `: _ . -`.
   */
  idempotencyKey?: string | undefined;
}
