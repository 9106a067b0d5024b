/** Reading a page of the feed: requested and visible entries. */
import { deepFreeze } from '../../definition/freeze.js';
import { jsonBytes } from '../../definition/bytes.js';
import { LIMITS } from '../../definition/limits.js';
import { type ExternalEventType, isExternal } from '../../interpreter/event.js';
import type { FeedEntry, FeedSlice } from '../../ports/store/feed.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import { isVisible } from '../../ports/store/visible.js';
import type { FeedEvent } from '../shapes/feed/event.js';
import type { Caller } from '../shapes/shared/caller.js';
import { failedPrecondition } from '../errors.js';
import { positionText } from './position.js';

/** Filter of a feed. */
export interface FeedFilter {
  readonly types?: readonly ExternalEventType[] | undefined;
  readonly definitionId?: string | undefined;
  readonly executionId?: string | undefined;
}

/** A part of the feed, by numbers. */
export interface FeedPart {
  readonly events: readonly FeedEvent[];
  /** Position up to which entries were read. */
  readonly position: number;
  readonly hasMore: boolean;
}

/** Limit of entries read for one page of a filtered feed; the page then ends, even if short. */
const SCAN = 500;
const SCANS = 8;
/** Events that are in memory beside the page. */
const SLICE = 32;

interface Reading {
  readonly store: ApprovalStore;
  readonly workspaceId: string;
  readonly caller: Caller;
  readonly filter: FeedFilter;
}

/**
 * Up to `limit` events behind `after`.
 * @throws ApprovalError FAILED_PRECONDITION `position-gone` when retention took some of them.
 */
export async function readFeedPart(reading: Reading, after: number, limit: number): Promise<FeedPart> {
  const { store, workspaceId, filter } = reading;
  const { executionId } = filter;
  const events: FeedEvent[] = [];
  let bytes = 0;
  let position = after;
  for (let scans = 0; scans < SCANS && events.length < limit; scans++) {
    // One extra entry shows whether there are more.
    const scan = isNarrowed(reading) ? SCAN : Math.min(SCAN, limit - events.length + 1);
    const slice = await store.readFeed({ workspaceId, executionId, after: position, limit: scan });
    refuseGone(position, slice);
    for (const part of portions(await allowed(reading, slice.entries), limit - events.length)) {
      for (const event of await loaded(store, part)) {
        bytes += jsonBytes(event);
        if (bytes > LIMITS.pageBytes && events.length > 0) return { events, position, hasMore: true };
        events.push(event);
        position = numberOf(part, event);
      }
    }
    const isCut = events.length >= limit;
    const end = slice.entries.at(-1)?.position ?? slice.last;
    const isLast = slice.entries.length < scan;
    if (isCut) return { events, position, hasMore: position < end || !isLast };
    position = isLast ? Math.max(position, slice.last) : end;
    if (isLast) return { events, position, hasMore: false };
  }
  return { events, position, hasMore: true };
}

/** True if some entries are filtered out or not visible. */
const isNarrowed = ({ filter, caller }: Reading): boolean =>
  filter.types !== undefined ||
  filter.definitionId !== undefined ||
  caller.visible !== undefined ||
  caller.readsAs !== undefined;

/** Returns the current end of the feed. */
export async function endOfFeed(store: ApprovalStore, workspaceId: string): Promise<FeedSlice> {
  return store.readFeed({ workspaceId, after: Number.MAX_SAFE_INTEGER, limit: 1 });
}

export function refuseGone(after: number, { oldest }: Pick<FeedSlice, 'oldest'>): void {
  if (after >= oldest) return;
  throw failedPrecondition('position-gone', 'retention has taken events behind this position', {
    oldest: positionText(oldest),
  });
}

/** Returns the entries that are requested and visible. */
export async function allowed(
  { store, workspaceId, caller, filter }: Reading,
  entries: readonly FeedEntry[],
): Promise<FeedEntry[]> {
  const { types, definitionId, executionId } = filter;
  const asked = entries.filter(
    (it) =>
      (types?.includes(it.type) ?? true) &&
      (definitionId ?? it.definitionId) === it.definitionId &&
      (executionId ?? it.executionId) === it.executionId &&
      isVisible(caller.visible, it),
  );
  const userId = caller.readsAs;
  if (userId === undefined || asked.length === 0) return asked;
  if (userId === null) return [];
  const ids = [...new Set(asked.map((it) => it.executionId))];
  const are = await store.areParties(ids.map((id) => ({ workspaceId, executionId: id, userId })));
  const own = new Set(ids.filter((_, index) => are[index]));
  return asked.filter((it) => own.has(it.executionId));
}

function* portions<T>(items: readonly T[], limit: number): Generator<readonly T[]> {
  const end = Math.min(items.length, limit);
  for (let index = 0; index < end; index += SLICE) yield items.slice(index, Math.min(end, index + SLICE));
}

/** The events of these entries; one that was deleted meanwhile has left the feed. */
export async function loaded(
  store: Pick<ApprovalStore, 'loadEvents'>,
  entries: readonly FeedEntry[],
): Promise<FeedEvent[]> {
  if (entries.length === 0) return [];
  const events = await store.loadEvents(entries);
  return entries.flatMap(({ position }, index) => {
    const event = events[index] ?? null;
    if (event === null || !isExternal(event)) return [];
    return [deepFreeze({ ...event, position: positionText(position) })];
  });
}

const numberOf = (part: readonly FeedEntry[], { executionId, seq }: FeedEvent): number =>
  part.find((it) => it.executionId === executionId && it.seq === seq)?.position ?? 0;
