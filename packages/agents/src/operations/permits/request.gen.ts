// Generated from the schemas of request.ts by `npm run types`. Do not edit.
import type { CallRequest, RefRequest } from '../../requests.gen.js';

/** What a program asks for; its token says who it is. */
export interface RequestPermitData {
  /** What it wants to do. */
  call: CallRequest;
  /** Which call of its run that is. */
  ref: RefRequest;
  /** Why, in the program's own words, up to 2,000 characters. */
  reason?: string | undefined;
  /** Whom it works for; needs `permits:on-behalf`. */
  onBehalfOf?: string | null | undefined;
  /** Of calls that belong together, 1 to 200 characters. */
  batchId?: string | undefined;
}
