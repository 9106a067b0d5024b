/**
 * Shared data of the components: read once, and read again when the stream of events reports a
 * change. One stream serves all, because browsers limit connections to a server. Independent of
 * React.
 */
import type { ApprovalClient } from '@org/approval-client';
import { errorOf } from '@org/approval-internal/errors';
import { type Happening, followShared, pause } from './shared-stream.js';
import { isHidden, onVisibility } from './visibility.js';

/** A query that is read and kept up to date. */
export interface Query<T> {
  /** Queries with the same key share an entry. */
  readonly key: string;
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** True when the event may have changed the data. */
  readonly concerns: (event: Happening) => boolean;
}

/** Current state of an entry. The same object until something changes. */
export interface Snapshot<T> {
  /** Last data read, kept during reads and failures; null before the first read. */
  readonly data: T | null;
  /** Error of the last read; null after a success. */
  readonly error: Error | null;
  /** True when the stream is open: changes show at once, else within `pollMs`. */
  readonly isLive: boolean;
}

export interface LiveOptions {
  /**
   * Interval in ms of reading everything again, for changes without an event (absences) and without
   * a stream.
   */
  readonly pollMs: number;
  /** Tabs of one origin with the same name share a stream. */
  readonly shareAs?: string;
}

interface Entry {
  readonly query: Query<unknown>;
  readonly listeners: Set<() => void>;
  snapshot: Snapshot<unknown>;
  /** JSON of `data`, so that an equal answer changes nothing. */
  text: string;
  loading: Promise<void> | null;
  /** True when an event arrived after the current read began. */
  isStale: boolean;
  /** Timer that forgets the entry some time after its last watcher left. */
  leaving: ReturnType<typeof setTimeout> | undefined;
}

/** Delay that answers the events of nearby commits with one read. */
const GATHER_MS = 50;
/** Unmounted components often mount again at once. */
const LINGER_MS = 1_000;
/** Reading begins without the stream after this time: a proxy may hold it back. */
const FIRST_READ_MS = 2_000;
/** Longest delay of a timer; a longer one fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** State before anything was read; also the state that a server renders. */
export const NOTHING: Snapshot<never> = Object.freeze({ data: null, error: null, isLive: false });

export class LiveStore {
  private readonly client: ApprovalClient;
  private readonly options: Required<LiveOptions>;
  private readonly entries = new Map<string, Entry>();
  private following: AbortController | null = null;
  /**
   * True when reading may begin: data read before the stream opens could silently be out of date.
   */
  private isReady = false;
  private isLive = false;
  private polling: ReturnType<typeof setInterval> | undefined;
  private firstRead: ReturnType<typeof setTimeout> | undefined;
  private leaveVisibility: (() => void) | undefined;

  constructor(client: ApprovalClient, { pollMs, shareAs = 'approval events' }: LiveOptions) {
    this.client = client;
    this.options = { pollMs: Math.min(pollMs, LONGEST_TIMER_MS), shareAs };
  }

  /** Calls `listener` when the snapshot changes. Returns a function that unsubscribes. */
  watch(query: Query<unknown>, listener: () => void): () => void {
    const entry = this.entryOf(query);
    entry.listeners.add(listener);
    clearTimeout(entry.leaving);
    this.follow();
    if (this.isReady && entry.listeners.size === 1) void this.read(entry);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0) return;
      clearTimeout(entry.leaving);
      entry.leaving = setTimeout(() => this.forget(entry), LINGER_MS);
    };
  }

  snapshot<T>({ key }: Query<T>): Snapshot<T> {
    return (this.entries.get(key)?.snapshot ?? NOTHING) as Snapshot<T>;
  }

  /** Reads again, and waits for the result. */
  async refresh({ key }: Query<unknown>): Promise<void> {
    const entry = this.entries.get(key);
    if (entry !== undefined) await this.read(entry);
  }

  private stop(): void {
    this.pauseFollowing();
    this.leaveVisibility?.();
    this.leaveVisibility = undefined;
    this.following = null;
    this.isReady = this.isLive = false;
    this.entries.clear();
  }

  /** Stops the stream and the polling. */
  private pauseFollowing(): void {
    this.following?.abort();
    clearInterval(this.polling);
    clearTimeout(this.firstRead);
  }

  private forget(entry: Entry): void {
    this.entries.delete(entry.query.key);
    if (this.entries.size === 0) this.stop();
  }

  /** Entries with watchers; others are read when they are watched again. */
  private watched(): Entry[] {
    return [...this.entries.values()].filter((it) => it.listeners.size > 0);
  }

  private entryOf(query: Query<unknown>): Entry {
    const known = this.entries.get(query.key);
    if (known !== undefined) return known;
    const snapshot = { ...NOTHING, isLive: this.isLive };
    const entry: Entry = {
      ...{ query, snapshot, text: '', loading: null, isStale: false, leaving: undefined },
      listeners: new Set<() => void>(),
    };
    this.entries.set(query.key, entry);
    return entry;
  }

  private follow(): void {
    if (this.following !== null) return;
    this.leaveVisibility = onVisibility(() => this.begin());
    this.begin();
  }

  /** A hidden tab keeps no connection: it reads once, and follows when it is visible. */
  private begin(): void {
    this.pauseFollowing();
    const following = new AbortController();
    this.following = following;
    if (isHidden()) {
      this.stands(false, false);
      return;
    }
    // Events missed meanwhile are covered by reading again once the stream is open.
    this.isReady = false;
    this.firstRead = setTimeout(() => this.stands(this.isLive, false), FIRST_READ_MS);
    this.polling = setInterval(() => this.readAll(), this.options.pollMs);
    const { pollMs: pauseMs, shareAs: name } = this.options;
    void followShared(
      this.client,
      { name, pauseMs },
      {
        stands: (isLive, isNew) => this.stands(isLive, isNew),
        happened: (event) => this.happened(event),
      },
      following.signal,
    );
  }

  /** `isNew`: data read before the stream opened could silently be out of date. */
  private stands(isLive: boolean, isNew: boolean): void {
    clearTimeout(this.firstRead);
    const wasReady = this.isReady;
    this.isLive = isLive;
    // Also without a stream: possibly stale data is better than none.
    this.isReady = true;
    for (const entry of this.entries.values()) this.show(entry, { isLive });
    for (const entry of this.watched()) {
      const failed = isLive && entry.snapshot.error !== null;
      if (!wasReady || failed || (isNew && entry.text !== '')) void this.read(entry);
    }
  }

  private happened(event: Happening): void {
    for (const entry of this.watched()) if (entry.query.concerns(event)) void this.read(entry);
  }

  private readAll(): void {
    if (!this.isReady) return;
    for (const entry of this.watched()) void this.read(entry);
  }

  /** Runs one read at a time; events during a read cause another one. */
  private read(entry: Entry): Promise<void> {
    entry.isStale = true;
    entry.loading ??= this.readUntilCurrent(entry).finally(() => (entry.loading = null));
    return entry.loading;
  }

  private async readUntilCurrent(entry: Entry): Promise<void> {
    const signal = this.following?.signal;
    while (entry.isStale && signal?.aborted === false) {
      if (entry.text !== '') await pause(GATHER_MS, signal);
      entry.isStale = false;
      try {
        const data = await entry.query.load(signal);
        const text = JSON.stringify(data);
        const isSame = text === entry.text;
        entry.text = text;
        this.show(entry, { error: null, ...(!isSame && { data }) });
      } catch (error) {
        if (isOver(signal)) return;
        this.show(entry, { error: errorOf(error) });
      }
    }
  }

  private show(entry: Entry, changes: Partial<Snapshot<unknown>>): void {
    const next = { ...entry.snapshot, ...changes };
    const { data, error, isLive } = entry.snapshot;
    if (next.data === data && next.error === error && next.isLive === isLive) return;
    entry.snapshot = next;
    for (const listener of [...entry.listeners]) listener();
  }
}

/** A function, because the flag may change during an await. */
const isOver = ({ aborted }: AbortSignal): boolean => aborted;
