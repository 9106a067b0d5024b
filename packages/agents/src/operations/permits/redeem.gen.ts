// Generated from the schemas of redeem.ts by `npm run types`. Do not edit.
import type { CallRequest } from '../../requests.gen.js';

/** A permit to spend on a call; the token identifies the program that executes it. */
export interface RedeemPermitData {
  /** Id of the permit. */
  permitId: string;
  /** The call that is about to be executed. */
  call: CallRequest;
  /** The same as in the request for the permit. */
  onBehalfOf?: string | null | undefined;
}
