/**
 * The feed: all external events of a workspace in one order. Only committed events are read, and
 * nothing appears at or before a returned position; so positions are assigned after commits, never
 * in them.
 */
import type { EngineEvent, ExternalEventType } from '../../interpreter/event.js';
import type { ExecutionKey } from './executions.js';
import type { RunScope } from './visible.js';

/** Key of an event. */
export interface EventKey extends ExecutionKey {
  /** Number of the event in its execution. */
  readonly seq: number;
}

/** A feed entry, without the data of its event. */
export interface FeedEntry extends EventKey, RunScope {
  /** Position from 1, ascending in the order of the feed; numbers may be skipped. */
  readonly position: number;
  /** Type of the event. */
  readonly type: ExternalEventType;
}

/** Range of a feed to read. */
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
  /** Newest assigned position at the time of the read; 0 for none. */
  readonly last: number;
  /** Position up to which retention has deleted entries; 0: none deleted. */
  readonly oldest: number;
}

/** Storage of the feed. */
export interface FeedStore {
  /**
   * Returns entries of a workspace in order. MUST hold: every external event committed before the
   * call has a position up to `last`. The entries of one execution keep the order of seq. Later
   * commits get a position behind every one that was ever returned, `last` included, even if
   * transactions overlap. An open transaction delays only its own executions.
   */
  readFeed(query: FeedQuery): Promise<FeedSlice>;

  /** Returns the committed event of each key, or null. */
  loadEvents(keys: readonly EventKey[]): Promise<(EngineEvent | null)[]>;

  /**
   * Deletes entries from the start of every workspace's feed, up to the first whose event is not
   * older than `before` (ms since the epoch); returns their number. `deleteEnded` keeps executions
   * with an entry left.
   */
  trimFeed(request: { readonly before: number }): Promise<number>;
}
