/** `events/list` (contract section 18). */
import { DEFAULTS } from '../../../definition/limits.js';
import { positionText } from '../../feed/position.js';
import { readFeedPart } from '../../feed/read.js';
import { listEvents } from '../../shapes/feed/requests.js';
import { feedPage } from '../../shapes/feed/views.js';
import { defineOperation } from '../define.js';
import type { Reading } from '../../scope.js';
import { readingOf, startOf } from './start.js';

/**
 * Returns a page of the external events of all executions, in one fixed order. Events committed
 * before the call are on this page or a later one, and none is ever inserted before `nextPosition`.
 * @throws FAILED_PRECONDITION `position-gone` (`details.oldest`: continue there), `position-ahead`;
 * NOT_FOUND for an unknown `executionId`; INVALID_ARGUMENT.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const { nextPosition } = await engine.feed.list({ from: 'now' });
 * await engine.definitions.create({
 *   definitionId: 'check',
 *   name: 'Check',
 *   nodes: [
 *     {
 *       nodeId: 'ann',
 *       type: 'human',
 *       config: {
 *         reviewers: [{ userId: 'ann', mandatory: true }],
 *         onReject: { end: 'rejected' },
 *       },
 *     },
 *   ],
 * });
 * await engine.executions.dispatch({ definitionId: 'check' });
 * const { items, hasMore } = await engine.feed.list({ after: nextPosition, pageSize: 1 });
 * console.log(items[0]?.type, hasMore); // → execution.dispatched true
 * await engine.stop();
 * ```
 * @request {"from": "start", "types": ["execution.completed"], "pageSize": 100}
 */
export const operation = defineOperation({
  path: 'events/list',
  summary: 'The external events of all executions, in one order.',
  request: listEvents,
  result: feedPage,
  effect: 'read',
  permission: 'executions:read-any',
  budget: 'read',
  isLarge: true,
  run: async (on: Reading, { pageSize = DEFAULTS.eventsPageSize, from = 'start', ...rest }) => {
    const start = await startOf(on, { ...rest, from });
    if (rest.after === undefined && from === 'now') {
      return { items: [], nextPosition: positionText(start), hasMore: false };
    }
    const { events, position, hasMore } = await readFeedPart(readingOf(on, rest), start, pageSize);
    return { items: events, nextPosition: positionText(position), hasMore };
  },
});
