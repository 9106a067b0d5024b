// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { ExternalEventType } from '../../../interpreter/event.js';

/** A page of the events of all executions, in the order of the feed. */
export interface ListEventsRequest {
  /** Only events behind this position, such as `nextPosition` of the page before. */
  after?: string | undefined;
  /** Start without `after`: at the first stored event (the default), or behind the newest. */
  from?: 'start' | 'now' | undefined;
  /** Only events of these types, 1 to 20. */
  types?: ExternalEventType[] | undefined;
  /** Only events of executions of this definition. */
  definitionId?: string | undefined;
  /** Only events of this execution. */
  executionId?: string | undefined;
  /** Page size, 1 to 500; 100 by default. */
  pageSize?: number | undefined;
}

/** Events to follow. */
export interface FollowEventsRequest {
  /** Only events behind this position, such as `nextPosition` of the page before. */
  after?: string | undefined;
  /** Start without `after`: at the first stored event, or behind the newest (the default). */
  from?: 'start' | 'now' | undefined;
  /** Only events of these types, 1 to 20. */
  types?: ExternalEventType[] | undefined;
  /** Only events of executions of this definition. */
  definitionId?: string | undefined;
  /** Only events of this execution. */
  executionId?: string | undefined;
}

/** Options of a subscription. */
export interface SubscribeOptions {
  /** Only events of these types, 1 to 20; the others are passed over. */
  types?: ExternalEventType[] | undefined;
  /** Start of a new subscription. */
  from: 'start' | 'now';
  /** Most events that the handler gets at once, 1 to 500; 100 by default. */
  batchSize?: number | undefined;
}
