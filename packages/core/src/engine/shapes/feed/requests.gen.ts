// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { ExternalEventType } from '../../../interpreter/event.js';

/** A page of the events of all runs, in the order of the feed. */
export interface ListEventsRequest {
  /** Only events behind this position, such as `nextPosition` of the page before. */
  after?: string | undefined;
  /**
   * Where to begin without `after`: at the first event that is kept (the default), or behind the newest.
   */
  from?: 'start' | 'now' | undefined;
  /** Only events of these types, 1 to 20. */
  types?: ExternalEventType[] | undefined;
  /** Only events of runs of this definition. */
  definitionId?: string | undefined;
  /** Only events of this run. */
  executionId?: string | undefined;
  /** How many, 1 to 500; 100 by default. */
  pageSize?: number | undefined;
}

/** Which events to follow. */
export interface FollowEventsRequest {
  /** Only events behind this position, such as `nextPosition` of the page before. */
  after?: string | undefined;
  /**
   * Where to begin without `after`: at the first event that is kept, or behind the newest (the default).
   */
  from?: 'start' | 'now' | undefined;
  /** Only events of these types, 1 to 20. */
  types?: ExternalEventType[] | undefined;
  /** Only events of runs of this definition. */
  definitionId?: string | undefined;
  /** Only events of this run. */
  executionId?: string | undefined;
}

/** How a subscription is made. */
export interface SubscribeOptions {
  /** Only events of these types, 1 to 20; the others are passed over. */
  types?: ExternalEventType[] | undefined;
  /** Where a name that is new begins. */
  from: 'start' | 'now';
  /** Most events that the handler gets at once, 1 to 500; 100 by default. */
  batchSize?: number | undefined;
}
