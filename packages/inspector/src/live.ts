/** Server-sent events that name the outdated part of a page, without its content. */
import type { FeedOperations } from '@org/approval-core';

/** Lifetime of a stream; the browser reconnects, so authorization is checked again. */
const LIFE_MS = 30_000;
const RETRY_MS = 1_000;
/** Further pages poll instead. */
const MOST = 500;

export class LiveStreams {
  private open = 0;

  /** Null when too many streams are open. `executionId` limits the stream to one run. */
  begin(feed: FeedOperations, executionId: string | undefined): AsyncIterable<string> | null {
    if (this.open >= MOST) return null;
    this.open += 1;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), LIFE_MS);
    const texts = textsOf(feed, executionId, stop.signal);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.open -= 1;
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

async function* textsOf(
  feed: FeedOperations,
  executionId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  const request = { from: 'now', ...(executionId !== undefined && { executionId }) } as const;
  for await (const { events } of feed.follow(request, { signal })) {
    const last = events.at(-1);
    if (last !== undefined) yield `event: change\ndata: ${last.seq}\n\n`;
  }
}
