/**
 * The events of one execution (approval-engine.md, recovery by `sinceSeq`; contract section 11).
 */
import { type Duration, msOf } from '@org/approval-internal/duration';
import { requireMs } from '@org/approval-internal/options';
import type { ExternalEvent, ExternalEventType } from '@org/approval-core';
import type { EventsPage } from '@org/approval-core/views';

/** Options for following an execution. */
export interface EventsOptions {
  /** Highest seq that you have handled; 0 by default, for all events. */
  readonly sinceSeq?: number | undefined;
  /** Interval of polling when there is nothing new, in ms; 2,000 by default. */
  readonly pollMs?: Duration | undefined;
  /** Ends the iteration: it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

interface Followed {
  readonly sinceSeq: number;
  readonly pollMs: number;
  readonly signal: AbortSignal | undefined;
}

interface Source {
  /** Returns a page, without a time limit. */
  readonly read: (sinceSeq: number, signal: AbortSignal) => Promise<EventsPage>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Types of the last event of a run. */
export const LAST: readonly ExternalEventType[] = [
  'execution.completed',
  'execution.failed',
  'execution.cancelled',
];

/** Reason that `return()` aborts the iteration with. */
const RETURNED = Symbol('returned');

/**
 * Iterates over events, each once and in seq order, until the execution has ended. `return()` also
 * ends a request in progress, which a generator alone would wait for.
 * @throws TypeError when an option makes no sense.
 */
export function followEvents(source: Source, options: EventsOptions): AsyncIterableIterator<ExternalEvent> {
  const { pollMs = 2_000, sinceSeq = 0, signal } = options;
  requireMs('events', { pollMs });
  if (!Number.isSafeInteger(sinceSeq) || sinceSeq < 0) {
    throw new TypeError(`events: sinceSeq must be the seq of an event, or 0 for all, not ${sinceSeq}`);
  }
  const stop = new AbortController();
  const events = follow(source, { pollMs: msOf(pollMs), sinceSeq, signal }, stop);
  return {
    next: () => events.next(),
    return() {
      stop.abort(RETURNED);
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* follow(
  { read, sleep }: Source,
  { sinceSeq, pollMs, signal }: Followed,
  stop: AbortController,
): AsyncGenerator<ExternalEvent, undefined, undefined> {
  const forward = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', forward);
  try {
    signal?.throwIfAborted();
    let doneSeq = sinceSeq;
    // Starts one event earlier: if that was the last event of the run, no event will follow.
    let cursor = Math.max(sinceSeq - 1, 0);
    for (;;) {
      const { events, nextCursor, hasMore } = await read(cursor, stop.signal);
      for (const event of events) {
        if (event.seq > doneSeq) {
          doneSeq = event.seq;
          yield event;
        }
        if (LAST.includes(event.type)) return;
        stop.signal.throwIfAborted();
      }
      cursor = nextCursor;
      if (!hasMore) await sleep(pollMs, stop.signal);
    }
  } catch (error) {
    if (stop.signal.reason === RETURNED) return;
    // The caller's sleep may have rejected with another error than the signal's reason.
    stop.signal.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', forward);
  }
}
