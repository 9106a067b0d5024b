// Generated from the schemas of request-batch.ts by `npm run types`. Do not edit.
import type { CallRequest, RefRequest } from '../../requests.gen.js';

/** One of several calls. */
export interface RequestBatchItem {
  /** What it wants to do. */
  call: CallRequest;
  /** Which call of its run that is. */
  ref: RefRequest;
  /** Why, in the program's own words, up to 2,000 characters. */
  reason?: string | undefined;
  /** Whom it works for; needs `permits:on-behalf`. */
  onBehalfOf?: string | null | undefined;
}

/** Several calls at once, each with its own permit. */
export interface RequestBatchData {
  /** 1 to 50. */
  items: RequestBatchItem[];
}
