/** `GET events/stream`: the feed as server-sent events (contract section 18). */
import { type Duration, msOf } from '@org/approval-internal/duration';
import { ApprovalError, type Logger, type WorkspaceOperations } from '@org/approval-core';
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import type { FollowedEvents } from '@org/approval-core/views';
import type { HttpRequest, HttpResponse } from '@org/approval-internal/http';
import { Shares } from '@org/approval-internal/shares';
import type { Access } from '../access/host-access.js';
import { HttpError } from '../answer.js';
import type { Principal } from '../permissions.js';
import { StreamQueue } from './queue.js';
import { type StreamQuery, streamQuery } from './query.js';

const PERMISSION = 'executions:read';
const OPERATION = 'events/stream';
/** Longest silence of a stream: proxies close a silent one. */
const HEARTBEAT_MS = 15_000;
const RETRY_AFTER_S = 5;
/** A reader whose queue is full and that has taken nothing for so long is treated as gone. */
const STALLED_MS = 5_000;

export interface StreamParts {
  readonly access: Access;
  /** Identifies the caller, as for every request. */
  readonly authenticate: (request: HttpRequest) => Promise<Principal>;
  /** Interval at which the stream checks again that the caller may continue. */
  readonly recheckMs: Duration;
  readonly logger: Logger;
}

/** The streams of a handler. */
export class Streams {
  private readonly parts: StreamParts;
  private readonly open = new Shares({
    total: HOSTING_LIMITS.streams,
    ofWorkspace: HOSTING_LIMITS.workspaceStreams,
    ofSubject: HOSTING_LIMITS.subjectStreams,
  });

  constructor(parts: StreamParts) {
    this.parts = parts;
  }

  /** Checks everything that can be refused, then responds with a stream. */
  async answer(request: HttpRequest, principal: Principal, requestId: string): Promise<HttpResponse> {
    const query = streamQuery(request);
    const on = await this.allowed(principal, query);
    const first = await this.begin(on, query);
    if (first === null) return { status: 204, headers: headersOf(requestId), body: '' };
    const release = this.take(principal);
    const running = new RunningStream(this.parts, { request, principal, query, release });
    running.start(on, first.position);
    const headers = { ...headersOf(requestId), 'content-type': 'text/event-stream; charset=utf-8' };
    return { status: 200, headers, body: '', stream: running.queue };
  }

  /** Position of the newest event; a stream after it has every later one. Null: none can follow. */
  async position(principal: Principal): Promise<string | null> {
    const query = { from: 'now' } as const;
    const first = await this.begin(await this.allowed(principal, query), query);
    return first?.position ?? null;
  }

  private async allowed(principal: Principal, query: StreamQuery): Promise<WorkspaceOperations> {
    const on = await this.parts.access.operationsFor(principal);
    await this.parts.access.authorize({ principal, operation: OPERATION, data: query }, on);
    return on;
  }

  /** Start of the stream; null if nothing can follow. Throws errors of the query. */
  private async begin(on: WorkspaceOperations, query: StreamQuery): Promise<FollowedEvents | null> {
    const following = on.feed.follow(query as never);
    const next = await following.next();
    await following.return(undefined);
    if (next.done === true) return null;
    const first = next.value;
    const { executionId } = query;
    const isOver = executionId !== undefined && (await on.feed.isOver(executionId, first.position));
    // The given position wins over an equivalent one of ours.
    return isOver ? null : { ...first, position: query.after ?? first.position };
  }

  private take(principal: Principal): () => void {
    const release = this.open.take(principal);
    if (release !== null) return release;
    throw new HttpError('RESOURCE_EXHAUSTED', 'too many streams are open; try again later', {
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    });
  }
}

const headersOf = (requestId: string): Record<string, string> => ({
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
});

interface Running {
  readonly request: HttpRequest;
  readonly principal: Principal;
  readonly query: StreamQuery;
  readonly release: () => void;
}

/** One stream, from its first block to its end. */
class RunningStream {
  readonly queue: StreamQueue;
  private readonly parts: StreamParts;
  private readonly running: Running;
  private readonly ending = new AbortController();
  private readonly timers: NodeJS.Timeout[] = [];
  private position = '';
  /** Position last sent to the reader. */
  private announced = '';

  constructor(parts: StreamParts, running: Running) {
    this.parts = parts;
    this.running = running;
    this.queue = new StreamQueue(() => {
      this.ending.abort();
      for (const timer of this.timers) clearInterval(timer);
      running.release();
    });
  }

  start(on: WorkspaceOperations, position: string): void {
    this.position = this.announced = position;
    this.queue.push(`id: ${position}\n\n`);
    this.every(HEARTBEAT_MS, () => this.beat());
    let taken = -1;
    this.every(STALLED_MS, () => {
      if (this.queue.isFull && taken === this.queue.takenParts) this.queue.end({ drop: true });
      taken = this.queue.takenParts;
    });
    const { expiresAt } = this.running.principal;
    if (expiresAt !== undefined) this.endAt(expiresAt);
    void this.run(on);
  }

  private every(ms: number, work: () => void): void {
    this.timers.push(setInterval(work, ms));
  }

  /** Capped, because Node's timers fire at once beyond 2^31 ms. */
  private endAt(at: number): void {
    const leftMs = Math.min(Math.max(0, at - Date.now()), 2 ** 31 - 1);
    this.timers.push(setTimeout(() => this.queue.end({ drop: true }), leftMs));
  }

  private beat(): void {
    this.queue.push(': \n\n');
    this.tell();
  }

  /** Follows the events, and checks access again at intervals. */
  private async run(first: WorkspaceOperations): Promise<void> {
    try {
      let on: WorkspaceOperations | null = first;
      while (on !== null && !this.queue.isEnded) {
        if (await this.follow(on)) break;
        on = await this.rechecked();
      }
    } catch (error) {
      if (!(error instanceof ApprovalError) || error.status === 'INTERNAL') {
        this.parts.logger.error('a stream of events broke off', error);
      }
    }
    this.tell();
    this.queue.end();
  }

  /**
   * Sends the current position: a reader that reconnects continues there, and gets 204 at the end.
   */
  private tell(): void {
    if (this.announced === this.position) return;
    this.queue.push(`id: ${this.position}\n\n`);
    this.announced = this.position;
  }

  /** Follows the events. Returns true at the end, false when it is time to check access again. */
  private async follow(on: WorkspaceOperations): Promise<boolean> {
    const { from: _, ...query } = this.running.query;
    const pause = new AbortController();
    const timer = setTimeout(() => pause.abort(), msOf(this.parts.recheckMs));
    const signal = AbortSignal.any([pause.signal, this.ending.signal]);
    try {
      // A slow reader is checked as often as any other, and gets no more events meanwhile.
      await this.queue.room(signal);
      if (signal.aborted) return !pause.signal.aborted;
      const request = { ...query, after: this.position } as never;
      for await (const { events, position } of on.feed.follow(request, { signal })) {
        for (const event of events) this.queue.push(block(event), 1);
        this.position = position > this.position ? position : this.position;
        if (events.length > 0) this.announced = events.at(-1)?.position ?? this.announced;
        await this.queue.room(signal);
      }
      return !pause.signal.aborted;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Drops the queue of a caller that lost its access; with new credentials it resumes after the
   * last event read.
   */
  private async rechecked(): Promise<WorkspaceOperations | null> {
    let on: WorkspaceOperations | null = null;
    try {
      on = await this.recheck();
      return on;
    } finally {
      if (on === null) this.queue.end({ drop: true });
    }
  }

  /** Returns the caller's current operations; null if it has lost access. */
  private async recheck(): Promise<WorkspaceOperations | null> {
    const { access, authenticate } = this.parts;
    const { request, query } = this.running;
    const principal = await authenticate(request);
    if (!principal.permissions.has(PERMISSION)) return null;
    if (principal.workspaceId !== this.running.principal.workspaceId) return null;
    const on = await access.operationsFor(principal);
    await access.authorize({ principal, operation: OPERATION, data: query }, on);
    return on;
  }
}

const block = (event: FollowedEvents['events'][number]): string =>
  `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
