// Generated from the schemas of event.ts by `npm run types`. Do not edit.
import type { EngineEvent, ExternalEvent } from '../../../interpreter/event.js';

/** A page of an execution's events. */
export interface EventsPage<E extends EngineEvent = ExternalEvent> {
  /** The execution that was asked for. */
  executionId: string;
  /** Its events, in order; external ones alone unless all were asked for. */
  events: readonly E[];
  /** The seq to give as `sinceSeq` to go on. */
  nextCursor: number;
  /** True if another event follows now. */
  hasMore: boolean;
}
