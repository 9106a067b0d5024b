/** Feed, subscriptions and links of a workspace in memory. */
import { itemAt } from '@org/approval-internal/lists';
import { type EngineEvent, type ExternalEvent, isExternal } from '../interpreter/event.js';
import type { ExecutionState } from '../interpreter/state.js';
import type { FeedEntry, FeedQuery, FeedSlice } from '../ports/store/feed.js';
import type { LinkKey, StoredLink } from '../ports/store/links.js';
import type { StoredSubscription } from '../ports/store/subscriptions.js';

/** Scope of an event's run; the rest of a feed entry is built on read. */
interface Run {
  readonly state: ExecutionState;
  /** Number of its events in the feed. */
  feedEntries: number;
}

function entryOf(position: number, run: Run, event: ExternalEvent): FeedEntry {
  const { workspaceId, executionId, definitionId, organizationId, documentId } = run.state;
  const { seq, type } = event;
  return { workspaceId, executionId, seq, type, position, definitionId, organizationId, documentId };
}

/** Positions in the order of commits, which in one process is the order in which they are seen. */
export class MemoryFeed {
  /** Events and their scopes, in the order of positions. */
  private events: ExternalEvent[] = [];
  private runs: Run[] = [];
  private last = 0;
  private oldest = 0;

  /** The newest position. */
  get newest(): number {
    return this.last;
  }

  add(run: Run, events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (!isExternal(event)) continue;
      this.last += 1;
      this.events.push(event);
      this.runs.push(run);
      run.feedEntries += 1;
    }
  }

  read({ after, limit, executionId }: FeedQuery): FeedSlice {
    const entries: FeedEntry[] = [];
    for (let index = this.firstBehind(after); index < this.events.length; index++) {
      const run = itemAt(this.runs, index);
      if (executionId !== undefined && run.state.executionId !== executionId) continue;
      const entry = entryOf(this.oldest + index + 1, run, itemAt(this.events, index));
      if (entries.push(entry) === limit) break;
    }
    return { entries, last: this.last, oldest: this.oldest };
  }

  /** Positions are not skipped here, and only taken from the beginning. */
  private firstBehind(position: number): number {
    return Math.max(0, position - this.oldest);
  }

  trim(before: number): number {
    const end = this.events.findIndex(({ timestamp }) => timestamp >= before);
    const count = end === -1 ? this.events.length : end;
    this.oldest += count;
    for (const run of this.runs.slice(0, count)) run.feedEntries -= 1;
    this.events = this.events.slice(count);
    this.runs = this.runs.slice(count);
    return count;
  }
}

/** Subscriptions by name. */
export class MemorySubscriptions {
  private readonly byName = new Map<string, StoredSubscription>();

  load(name: string): StoredSubscription | null {
    return this.byName.get(name) ?? null;
  }

  save(next: StoredSubscription): boolean {
    if ((this.byName.get(next.name)?.rev ?? 0) !== next.rev - 1) return false;
    this.byName.set(next.name, next);
    return true;
  }

  delete(name: string): boolean {
    return this.byName.delete(name);
  }

  list(limit: number): StoredSubscription[] {
    const byName = (a: StoredSubscription, b: StoredSubscription) => (a.name < b.name ? -1 : 1);
    return [...this.byName.values()].sort(byName).slice(0, limit);
  }
}

/** Links of all workspaces: a token does not say which it is of. */
export class MemoryLinks {
  private readonly byHash = new Map<string, StoredLink>();

  create(link: StoredLink): void {
    this.byHash.set(link.tokenHash, link);
  }

  find(tokenHash: string): StoredLink | null {
    return this.byHash.get(tokenHash) ?? null;
  }

  load(key: LinkKey): StoredLink | null {
    const isIt = (it: StoredLink) => it.linkId === key.linkId && it.workspaceId === key.workspaceId;
    return [...this.byHash.values()].find(isIt) ?? null;
  }

  list(step: Pick<StoredLink, 'workspaceId' | 'executionId' | 'stepId'>): StoredLink[] {
    const keys = ['workspaceId', 'executionId', 'stepId'] as const;
    return [...this.byHash.values()].filter((it) => keys.every((key) => it[key] === step[key]));
  }

  revoke(key: LinkKey, at: number): boolean {
    const link = this.load(key);
    if (link !== null) this.create({ ...link, revokedAt: link.revokedAt ?? at });
    return link !== null;
  }

  delete(key: LinkKey): void {
    const link = this.load(key);
    if (link !== null) this.byHash.delete(link.tokenHash);
  }

  /** Deletes links of deleted executions. */
  deleteWhere(isGone: (link: StoredLink) => boolean): void {
    for (const link of this.byHash.values()) if (isGone(link)) this.byHash.delete(link.tokenHash);
  }
}
