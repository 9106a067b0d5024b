/**
 * The feed: all external events of a workspace in one order. What is read of it is what was committed, and nothing ever
 * appears at or before a position that was given out; so positions are given after commits, never in them.
 */
import type { EngineEvent, ExternalEventType } from '../../interpreter/event.js';
import type { ExecutionKey } from './executions.js';
import type { RunScope } from './visible.js';

/** Which event of an execution. */
export interface EventKey extends ExecutionKey {
  /** Number of the event in its execution. */
  readonly seq: number;
}

/** An event in the feed, without what it says. */
export interface FeedEntry extends EventKey, RunScope {
  /** From 1, ascending in the order of the feed; numbers may be skipped. */
  readonly position: number;
  /** Type of the event. */
  readonly type: ExternalEventType;
}

/** What of a feed to read. */
export interface FeedQuery {
  readonly workspaceId: string;
  /** Only entries behind this position; 0: from the beginning. */
  readonly after: number;
  /** At least 1. */
  readonly limit: number;
  /** Only entries of this execution. */
  readonly executionId?: string | undefined;
}

/** A part of a feed, and where the feed stood. */
export interface FeedSlice {
  /** In order, at most `limit`, none behind `last`. */
  readonly entries: readonly FeedEntry[];
  /** The newest position that was given when the entries were read; 0 when there is none. */
  readonly last: number;
  /** The position up to which retention has taken everything; 0 when it has taken nothing. */
  readonly oldest: number;
}

/** Where the feed is kept. */
export interface FeedStore {
  /**
   * Entries of a workspace in order. MUST hold: every external event that was committed before the call is behind `after`
   * and at or before `last`, or was before; the entries of one execution keep the order of seq; and what is committed later
   * gets a position behind every one that was ever returned, `last` included, however transactions overlap. A transaction
   * that stays open delays its own executions only.
   */
  readFeed(query: FeedQuery): Promise<FeedSlice>;

  /** For each key the event, as it was committed, or null. */
  loadEvents(keys: readonly EventKey[]): Promise<(EngineEvent | null)[]>;

  /**
   * Takes entries from the beginning of every workspace's feed, up to the first whose event is not older than `before` (ms
   * since the epoch); returns how many. `deleteEnded` takes no execution with an entry left.
   */
  trimFeed(request: { readonly before: number }): Promise<number>;
}
