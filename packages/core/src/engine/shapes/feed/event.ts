/** An event of the feed. */
import type { ExternalEvent } from '../../../interpreter/event.js';

/** An event in the feed, with its place in it. */
export type FeedEvent = ExternalEvent & {
  /** Position in the feed: ascending as a string, never changed. */
  readonly position: string;
};
