/** What a workspace in memory keeps for its hosts: its feed, subscriptions and links. */
import { isExternal } from '../interpreter/event.js';
import type { Change } from '../ports/store/executions.js';
import type { FeedEntry, FeedQuery, FeedSlice } from '../ports/store/feed.js';
import type { LinkKey, StoredLink } from '../ports/store/links.js';
import type { StoredSubscription } from '../ports/store/subscriptions.js';

interface Entry extends FeedEntry {
  readonly at: number;
}

/** Positions in the order of commits, which in one process is the order in which they are seen. */
export class MemoryFeed {
  private entries: Entry[] = [];
  private last = 0;
  private oldest = 0;

  /** The newest position. */
  get newest(): number {
    return this.last;
  }

  add({ state, events }: Change): void {
    const { workspaceId, executionId, definitionId, organizationId, documentId } = state;
    for (const event of events) {
      if (!isExternal(event)) continue;
      const { seq, type, timestamp: at } = event;
      const position = ++this.last;
      const scope = { definitionId, organizationId, documentId };
      this.entries.push({ workspaceId, executionId, seq, type, position, at, ...scope });
    }
  }

  read({ after, limit, executionId }: FeedQuery): FeedSlice {
    const entries: FeedEntry[] = [];
    for (let index = this.firstBehind(after); index < this.entries.length; index++) {
      const { at: _, ...entry } = this.entries[index] as Entry;
      if (executionId !== undefined && entry.executionId !== executionId) continue;
      if (entries.push(entry) === limit) break;
    }
    return { entries, last: this.last, oldest: this.oldest };
  }

  /** Positions are not skipped here, and only taken from the beginning. */
  private firstBehind(position: number): number {
    return Math.max(0, position - this.oldest);
  }

  trim(before: number): number {
    const end = this.entries.findIndex(({ at }) => at >= before);
    const count = end === -1 ? this.entries.length : end;
    this.oldest += count;
    this.entries = this.entries.slice(count);
    return count;
  }

  /** The executions with an entry left. */
  executionIds(): Set<string> {
    return new Set(this.entries.map((it) => it.executionId));
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

  /** Those of executions that are gone. */
  deleteWhere(isGone: (link: StoredLink) => boolean): void {
    for (const link of this.byHash.values()) if (isGone(link)) this.byHash.delete(link.tokenHash);
  }
}
