// Generated from the schemas of redeem.ts by `npm run types`. Do not edit.
import type { CallRequest } from '../../requests.gen.js';

/** Which permit to spend, on which call; the token says who executes it. */
export interface RedeemPermitData {
  /** Id of the permit. */
  permitId: string;
  /** The call that is about to be executed. */
  call: CallRequest;
  /** As it was asked. */
  onBehalfOf?: string | null | undefined;
}
