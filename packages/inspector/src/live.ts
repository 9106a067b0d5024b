/** Server-sent events that name the outdated part of a page, without its content. */
import { ApprovalError, type FeedOperations } from '@org/approval-core';
import { type ShareHolder, Shares } from '@org/approval-internal/shares';

/** Lifetime of a stream; the browser reconnects, so authorization is checked again. */
const LIFE_MS = 30_000;
const RETRY_MS = 1_000;
/** Streams of pages, of a workspace, and of a visitor; further pages poll instead. */
const MOST = 500;
const MOST_OF_WORKSPACE = 250;
const MOST_OF_VISITOR = 50;

/** A stream of a page. */
export interface LiveRequest {
  readonly feed: FeedOperations;
  /** Limits the stream to one run. */
  readonly executionId: string | undefined;
  /** Position of the content of the page; the newest event by default. */
  readonly after: string | undefined;
  readonly holder: ShareHolder;
}

export class LiveStreams {
  private readonly open = new Shares({
    total: MOST,
    ofWorkspace: MOST_OF_WORKSPACE,
    ofSubject: MOST_OF_VISITOR,
  });

  /** Null when too many streams are open. */
  begin(request: LiveRequest): AsyncIterable<string> | null {
    const leave = this.open.take(request.holder);
    if (leave === null) return null;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), LIFE_MS);
    const texts = textsOf(request, stop.signal);
    const end = () => {
      leave();
      clearTimeout(timer);
      stop.abort();
    };
    const next = async (): Promise<IteratorResult<string>> => {
      try {
        const part = await texts.next();
        if (part.done === true) end();
        return part;
      } catch (error) {
        end();
        throw error;
      }
    };
    // A generator's own `return` would wait for the next event.
    const done = (): Promise<IteratorResult<string>> => {
      end();
      return Promise.resolve({ done: true, value: undefined });
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: done }) };
  }
}

async function* textsOf(request: LiveRequest, signal: AbortSignal): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  try {
    yield* changes(request, signal);
  } catch (error) {
    if (!(error instanceof ApprovalError) || !LOST.has(String(error.details['code']))) throw error;
    // The page is as old as its position, which retention has taken.
    yield 'event: change\ndata: 0\n\n';
    yield* changes({ ...request, after: undefined }, signal);
  }
}

const LOST: ReadonlySet<string> = new Set(['position-gone', 'position-ahead']);

async function* changes(
  { feed, executionId, after }: LiveRequest,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const start = after === undefined ? ({ from: 'now' } as const) : { after };
  const request = { ...start, ...(executionId !== undefined && { executionId }) };
  for await (const { events, position } of feed.follow(request, { signal })) {
    const last = events.at(-1);
    if (last !== undefined) yield `id: ${position}\nevent: change\ndata: ${last.seq}\n\n`;
  }
}
