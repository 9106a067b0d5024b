/**
 * One reader of the feed for all followers of a workspace: the newest events are read once and
 * kept, and up-to-date followers are served from memory.
 */
import type { FeedEntry } from '../../ports/store/feed.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { Logger } from '../../ports/logger.js';
import type { FeedEvent } from '../shapes/feed/event.js';
import { endOfFeed, loaded } from './read.js';
import type { CommitSignals } from './signals.js';

/** Longest delay until a commit of another process is noticed. */
const POLL_MS = 500;
/** Number of kept events; followers further behind read the store. */
const KEPT = 500;
const PAGE = 200;

export interface Recent {
  readonly entry: FeedEntry;
  readonly event: FeedEvent;
}

export class FeedWatch {
  private recent: readonly Recent[] = [];
  /** Everything between these positions is in `recent`. */
  private from: number | null = null;
  private to = 0;
  /** Position up to which followers were notified. */
  private announced = 0;
  private readonly changed = new Set<() => void>();
  private readonly abort = new AbortController();
  private readonly parts: WatchParts;

  constructor(parts: WatchParts) {
    this.parts = parts;
    void this.run();
  }

  /** Returns the events behind `after`; null when some are no longer kept. */
  since(after: number): { readonly recent: readonly Recent[]; readonly to: number } | null {
    if (this.from === null || after < this.from || after > this.to) return null;
    return { recent: this.recent.filter(({ entry }) => entry.position > after), to: this.to };
  }

  /** Calls `wake` on new events. Returns a function that cancels it. */
  onChange(wake: () => void): () => void {
    this.changed.add(wake);
    return () => this.changed.delete(wake);
  }

  get isUsed(): boolean {
    return this.changed.size > 0;
  }

  close(): void {
    this.abort.abort();
  }

  private async run(): Promise<void> {
    const { signals, workspaceId, logger } = this.parts;
    const { signal } = this.abort;
    while (!signal.aborted) {
      const next = signals.next({ workspaceId }, POLL_MS, signal);
      try {
        await this.look();
        if (this.to > this.announced) this.tell();
      } catch (error) {
        logger.warn('the feed could not be read; trying again', error);
      }
      await next;
    }
  }

  private tell(): void {
    this.announced = this.to;
    for (const wake of [...this.changed]) wake();
  }

  /** Reads new events. After a failed read, the next one announces what was read too. */
  private async look(): Promise<void> {
    const { store, workspaceId } = this.parts;
    if (this.from === null) {
      const { last } = await endOfFeed(store, workspaceId);
      this.from = this.to = last;
      this.tell();
      return;
    }
    for (;;) {
      const { entries, last } = await store.readFeed({ workspaceId, after: this.to, limit: PAGE });
      const events = await loaded(store, entries);
      const found = new Map(events.map((event) => [`${event.executionId}\0${event.seq}`, event]));
      const added = entries.flatMap((entry) => {
        const event = found.get(`${entry.executionId}\0${entry.seq}`);
        return event === undefined ? [] : [{ entry, event }];
      });
      this.keep(added);
      this.to = entries.length < PAGE ? Math.max(this.to, last) : (entries.at(-1)?.position ?? last);
      if (entries.length < PAGE) return;
    }
  }

  private keep(added: readonly Recent[]): void {
    const all = [...this.recent, ...added];
    const dropped = all.length > KEPT ? all[all.length - KEPT - 1] : undefined;
    if (dropped !== undefined) this.from = dropped.entry.position;
    this.recent = all.slice(-KEPT);
  }
}

interface WatchParts {
  readonly store: ApprovalStore;
  readonly signals: CommitSignals;
  readonly logger: Logger;
  readonly workspaceId: string;
}

/** The watches of a process: one for each workspace that is followed. */
export class FeedWatches {
  private readonly parts: Omit<WatchParts, 'workspaceId'>;
  private readonly watches = new Map<string, FeedWatch>();

  constructor(parts: Omit<WatchParts, 'workspaceId'>) {
    this.parts = parts;
  }

  /** Joins until `leave` is called. */
  join(workspaceId: string, wake: () => void): { readonly watch: FeedWatch; readonly leave: () => void } {
    const watch = this.watches.get(workspaceId) ?? new FeedWatch({ ...this.parts, workspaceId });
    this.watches.set(workspaceId, watch);
    const off = watch.onChange(wake);
    return {
      watch,
      leave: () => {
        off();
        if (watch.isUsed) return;
        watch.close();
        if (this.watches.get(workspaceId) === watch) this.watches.delete(workspaceId);
      },
    };
  }
}
