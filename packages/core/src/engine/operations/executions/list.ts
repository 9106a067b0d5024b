/** `executions/list` (contract sections 9 to 11). */
import type { PageRequest } from '../../../ports/store/page.js';
import { ownUser } from '../../shapes/shared/caller.js';
import { listExecutions } from '../../shapes/executions/requests.js';
import { executionSummaryView, viewSummary } from '../../shapes/executions/views.js';
import { pageOf, pageRequest } from '../../shapes/shared/page.js';
import { defineOperation } from '../define.js';
import { listWithin } from '../listing.js';
import type { On } from '../../scope.js';

/**
 * Lists executions, newest first, without steps; a page ends at 4 MiB. With `party`, only those
 * this user is a party of.
 * @request {"definitionId": "contract-sign-off", "status": "running", "pageSize": 20}
 */
export const operation = defineOperation({
  path: 'executions/list',
  summary: 'Executions without their steps, newest first.',
  request: listExecutions,
  result: pageOf('ExecutionPage', executionSummaryView),
  effect: 'read',
  permission: 'executions:read',
  budget: 'read',
  isLarge: true,
  run: async (on: On<'store'>, { pageSize, cursor, party: asked, ...query }) => {
    const { store, workspaceId, caller } = on;
    const { visible } = caller;
    const party = ownUser(caller, asked);
    if (party === null) return { items: [], nextCursor: null, hasMore: false };
    const list = (slice: PageRequest) =>
      store.listExecutions({ workspaceId, ...query, party, visible }, slice);
    return listWithin({ list, view: viewSummary, slice: 32 }, pageRequest({ pageSize, cursor }));
  },
});
