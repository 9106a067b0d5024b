/** `executions/getEvents` (contract sections 9 to 11). */
import { deepFreeze } from '../../../definition/freeze.js';
import { DEFAULTS } from '../../../definition/limits.js';
import type { EngineEvent } from '../../../interpreter/event.js';
import type { PageRequest } from '../../../ports/store/page.js';
import { readState } from '../../reading/read-state.js';
import { type EventsPage, eventsPage } from '../../shapes/executions/event.js';
import { type GetEventsRequest, getEvents } from '../../shapes/executions/requests.js';
import { defineOperation } from '../define.js';
import { auditsAll } from '../guards.js';
import { listWithin } from '../listing.js';
import type { On, Reading } from '../../scope.js';

/**
 * Returns events with a seq above `sinceSeq`, in order. Internal events are left out, so numbers
 * may be skipped, unless `includeInternal` asks for all. A page ends at 4 MiB.
 * @throws NOT_FOUND
 * @request {"executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11", "sinceSeq": 0}
 */
export const operation = defineOperation({
  path: 'executions/getEvents',
  summary: 'Events with a seq above sinceSeq, in order.',
  request: getEvents,
  result: eventsPage,
  effect: 'read',
  permission: 'executions:read',
  budget: 'read',
  isLarge: true,
  guard: auditsAll,
  run: async (on: Reading, request) => {
    const { executionId, sinceSeq = 0, pageSize = DEFAULTS.eventsPageSize, includeInternal } = request;
    await readState(on, executionId);
    const { items: events, hasMore } = await listWithin(
      {
        list: (slice) => eventsOf(on, executionId, slice, includeInternal !== true),
        view: deepFreeze<EngineEvent>,
        slice: 32,
      },
      { limit: pageSize, cursor: String(sinceSeq) },
    );
    return { executionId, events, nextCursor: events.at(-1)?.seq ?? sinceSeq, hasMore };
  },
});

/** Events as a listing, whose cursor is a seq. */
async function eventsOf(
  { store, workspaceId }: On<'store'>,
  executionId: string,
  { limit, cursor }: PageRequest,
  externalOnly: boolean,
): Promise<{ items: EngineEvent[]; cursor: string | null }> {
  const found = await store.readEvents({
    ...{ workspaceId, executionId, externalOnly },
    afterSeq: Number(cursor),
    limit: limit + 1,
  });
  const items = found.slice(0, limit);
  return { items, cursor: found.length > limit ? String(items.at(-1)?.seq) : null };
}

/** `executions/getEvents`, whose type contains the returned events. */
export interface Method {
  (request: GetEventsRequest & { includeInternal: true }): Promise<EventsPage<EngineEvent>>;
  (request: GetEventsRequest): Promise<EventsPage>;
}
