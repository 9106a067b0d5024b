/** The events of all runs: one stream that reopens where it broke off (contract section 18). */
import { type Duration, msOf } from '@org/approval-internal/duration';
import { requireMs } from '@org/approval-internal/options';
import type { ExternalEventType, FeedEvent } from '@org/approval-core';
import { ApprovalClientError } from './error.js';
import { LAST } from './events.js';
import { type RetryNotice, type RetryPolicy, delayAfter, isPassing } from './retry.js';
import { type Block, blocksOf } from './server-sent.js';
import { bounded } from '@org/approval-internal/time';

/** Start and filters of a stream. */
export interface StreamOptions {
  /** Position of the last event that you handled; the stream continues after it. */
  readonly after?: string | undefined;
  /**
   * Start without `after`: behind existing events (`now`, the default), or at the first one kept.
   */
  readonly from?: 'start' | 'now' | undefined;
  /** Only events of these types, 1 to 20. */
  readonly types?: readonly ExternalEventType[] | undefined;
  /** Only events of runs of this definition. */
  readonly definitionId?: string | undefined;
  /** Only events of this run; the stream ends after its last one. */
  readonly executionId?: string | undefined;
  /** Ends the iteration: it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each open connection with the position of the stream: later reads miss nothing. */
  readonly onOpen?: ((position: string) => void) | undefined;
  /**
   * Called when a connection fails or breaks off, before the pause; the client's `onRetry` is also
   * called.
   */
  readonly onBreak?: ((error: ApprovalClientError) => void) | undefined;
  /**
   * Silence in ms after which a connection is reopened; 45,000 by default. The server sends every
   * 15 s.
   */
  readonly silentMs?: Duration | undefined;
}

export interface StreamSource {
  readonly open: (query: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>;
  readonly policy: RetryPolicy;
  readonly onRetry: (notice: Omit<RetryNotice, 'path'>) => void;
}

const SILENT_MS = 45_000;
const RETURNED = Symbol('returned');

/**
 * Iterates over events, each once and in the order of the feed. `return()` also ends a silent
 * connection.
 * @throws TypeError when an option makes no sense.
 */
export function followStream(source: StreamSource, options: StreamOptions): AsyncIterableIterator<FeedEvent> {
  const { after, from, silentMs = SILENT_MS } = options;
  requireMs('stream', { silentMs });
  if (after !== undefined && from !== undefined) {
    throw new TypeError('stream: give either after or from: both say where to begin');
  }
  const stop = new AbortController();
  const events = new Following(source, options, stop).events();
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

class Following {
  private readonly source: StreamSource;
  private readonly options: StreamOptions;
  private readonly stop: AbortController;
  /** Position up to which all events were given or skipped. */
  private position: string | null;
  /** Consecutive failures. */
  private failures = 0;
  /** True when a function of the caller threw: reconnecting does not help. */
  private callerThrew = false;

  constructor(source: StreamSource, options: StreamOptions, stop: AbortController) {
    this.source = source;
    this.options = options;
    this.stop = stop;
    this.position = options.after ?? null;
  }

  async *events(): AsyncGenerator<FeedEvent, undefined, undefined> {
    const { signal } = this.options;
    const forward = () => this.stop.abort(signal?.reason);
    signal?.addEventListener('abort', forward);
    try {
      signal?.throwIfAborted();
      for (let isOver = false; !isOver;) isOver = yield* this.connection();
    } catch (error) {
      if (this.stop.signal.reason === RETURNED) return;
      this.stop.signal.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', forward);
    }
  }

  /** Yields the events of one connection; returns true after the last event, false to reconnect. */
  private async *connection(): AsyncGenerator<FeedEvent, boolean, undefined> {
    let fault: ApprovalClientError;
    try {
      const stream = await this.source.open(this.query(), this.stop.signal);
      if (stream === null) return true;
      if (yield* this.read(stream)) return true;
      // Streams end this way when a token expires or a process stops.
      fault = new ApprovalClientError('UNAVAILABLE', 'the server has ended the stream');
    } catch (error) {
      this.stop.signal.throwIfAborted();
      if (this.callerThrew) throw error;
      fault =
        error instanceof ApprovalClientError
          ? error
          : new ApprovalClientError('UNAVAILABLE', 'the stream broke off', { cause: error });
      if (!isPassing(fault)) throw error;
    }
    await this.pause(fault);
    return false;
  }

  private async pause(error: ApprovalClientError): Promise<void> {
    const { policy, onRetry } = this.source;
    this.failures += 1;
    const delayMs = delayAfter(error, this.failures, policy);
    onRetry({ attempt: this.failures, delayMs, error });
    this.options.onBreak?.(error);
    await policy.sleep(delayMs, this.stop.signal);
  }

  private async *read(stream: ReadableStream<Uint8Array>): AsyncGenerator<FeedEvent, boolean, undefined> {
    const { executionId, onOpen } = this.options;
    const silentMs = msOf(this.options.silentMs ?? SILENT_MS);
    const reader = stream.getReader();
    let isOpen = false;
    try {
      const blocks = blocksOf(() => bounded(silentMs, this.stop.signal, () => reader.read()));
      for await (const block of blocks) {
        const event = this.eventOf(block);
        this.failures = 0;
        if (!isOpen && this.position !== null) this.tellOpen(onOpen, this.position);
        isOpen = true;
        if (event === null) continue;
        yield event;
        if (executionId !== undefined && LAST.includes(event.type)) return true;
        this.stop.signal.throwIfAborted();
      }
      return false;
    } finally {
      // A reader that stops early closes the connection.
      reader.cancel().catch(() => undefined);
    }
  }

  private tellOpen(onOpen: StreamOptions['onOpen'], position: string): void {
    try {
      onOpen?.(position);
    } catch (error) {
      this.callerThrew = true;
      throw error;
    }
  }

  /**
   * Returns the event after the position, and moves the position; null for none, or for a repeat.
   */
  private eventOf({ id, data }: Block): FeedEvent | null {
    if (id === null || (this.position !== null && id <= this.position)) return null;
    // An unreadable event does not move the position, so it is requested again.
    const event = data === null ? null : (JSON.parse(data) as FeedEvent);
    this.position = id;
    return event;
  }

  private query(): string {
    const { from, types, definitionId, executionId } = this.options;
    const query = new URLSearchParams();
    if (this.position !== null) query.set('after', this.position);
    else if (from !== undefined) query.set('from', from);
    if (types !== undefined) query.set('types', types.join(','));
    if (definitionId !== undefined) query.set('definitionId', definitionId);
    if (executionId !== undefined) query.set('executionId', executionId);
    return query.size === 0 ? '' : `?${query.toString()}`;
  }
}
