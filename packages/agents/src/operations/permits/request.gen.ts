// Generated from the schemas of request.ts by `npm run types`. Do not edit.
import type { CallRequest, RefRequest } from '../../requests.gen.js';

/** Request of a program; its token identifies it. */
export interface RequestPermitData {
  /** The call to make. */
  call: CallRequest;
  /** Name of the call in its run. */
  ref: RefRequest;
  /** Reason in the program's own words, up to 2,000 characters. */
  reason?: string | undefined;
  /** User the program works for; needs `permits:on-behalf`. */
  onBehalfOf?: string | null | undefined;
  /** Groups related calls, 1 to 200 characters. */
  batchId?: string | undefined;
}
