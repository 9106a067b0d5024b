// Generated from the schemas of request-batch.ts by `npm run types`. Do not edit.
import type { CallRequest, RefRequest } from '../../requests.gen.js';

/** One of several calls. */
export interface RequestBatchItem {
  /** The call to make. */
  call: CallRequest;
  /** Name of the call in its run. */
  ref: RefRequest;
  /** Reason in the program's own words, up to 2,000 characters. */
  reason?: string | undefined;
  /** User the program works for; needs `permits:on-behalf`. */
  onBehalfOf?: string | null | undefined;
}

/** Several calls at once, each with its own permit. */
export interface RequestBatchData {
  /** 1 to 50. */
  items: RequestBatchItem[];
}
