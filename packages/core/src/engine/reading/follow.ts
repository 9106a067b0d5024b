/** Follows the feed: existing events, then new ones. */
import type { On } from '../scope.js';
import { type FeedFilter, allowed, readFeedPart } from '../feed/read.js';
import type { FeedEvent } from '../shapes/feed/event.js';

/** New entries, possibly none that match; everything up to `position` was read. */
export interface FeedStep {
  readonly events: readonly FeedEvent[];
  readonly position: number;
}

/** A feed that is followed. */
export interface Following {
  readonly on: On<'store' | 'feeds' | 'reads'>;
  readonly filter: FeedFilter;
  readonly signal: AbortSignal;
}

/** Events that are read at once. */
const PAGE = 100;

/** Yields until the signal is aborted. Throws errors of the store and of retention. */
export async function* followFeed(following: Following, after: number): AsyncGenerator<FeedStep> {
  const { on, filter, signal } = following;
  const { store, feeds, reads, workspaceId, caller } = on;
  let wake: () => void = () => undefined;
  const news = { isNew: true };
  const onNews = (): void => {
    news.isNew = true;
    wake();
  };
  const { watch, leave } = feeds.join(workspaceId, onNews);
  signal.addEventListener('abort', onNews, { once: true });
  try {
    let position = after;
    while (!signal.aborted) {
      news.isNew = false;
      const here = watch.since(position);
      if (here !== null) {
        const entries = here.recent.map((it) => it.entry);
        const seen = new Set(await allowed({ store, workspaceId, caller, filter }, entries));
        const events = here.recent.filter((it) => seen.has(it.entry)).map((it) => it.event);
        if (here.to > position) yield { events, position: (position = here.to) };
      } else {
        const reading = { store, workspaceId, caller, filter };
        const from = position;
        const part = await reads.within(() => readFeedPart(reading, from, PAGE));
        if (part.position > position) yield { events: part.events, position: (position = part.position) };
        if (part.hasMore) continue;
      }
      if (isQuiet(news, signal)) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener('abort', onNews);
    leave();
  }
}

/** True if nothing is new since the last read. */
const isQuiet = ({ isNew }: { readonly isNew: boolean }, { aborted }: AbortSignal): boolean =>
  !isNew && !aborted;
