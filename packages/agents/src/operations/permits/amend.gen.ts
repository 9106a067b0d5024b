// Generated from the schemas of amend.ts by `npm run types`. Do not edit.
import type { JsonPayload } from '@org/approval-core/definition';

/** Other arguments for a call that people are asked about; the token says who amends it. */
export interface AmendPermitData {
  /** Id of the permit. */
  permitId: string;
  /** The digest that is amended, as it was shown. */
  ifDigest: string;
  /** The arguments in place of those there are. */
  args: JsonPayload;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
  /**
   * Of whoever amends: the same again amends no second time, so that a repeat after a lost answer gives the
   * permit as it is. 1 to 200 letters, digits and `: _ . -`.
   */
  idempotencyKey?: string | undefined;
}
