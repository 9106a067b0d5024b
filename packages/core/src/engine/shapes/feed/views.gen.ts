// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { FeedEvent } from './event.js';

/** A page of the events of all executions. */
export interface FeedPage {
  /** Events in the order of the feed; perhaps few or none of many. */
  items: readonly FeedEvent[];
  /** Give it as `after` to go on, now or later. */
  nextPosition: string;
  /** True if more events can be read now. */
  hasMore: boolean;
}
