/** `grants/list` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import { listGrants } from '../../requests.js';
import { grantView, pageOf } from '../../views.js';
import type { GateScope } from '../scope.js';

/**
 * Lists standing grants, newest first.
 * @request {"principal": "research-bot"}
 */
export const operation = defineOperation({
  path: 'grants/list',
  summary: 'Standing grants, newest first.',
  request: listGrants,
  result: pageOf('GrantsPage', grantView),
  effect: 'read',
  permission: 'grants:read',
  budget: 'read',
  seesOthers: 'grants:read',
  run: ({ permits }: GateScope, request) => permits.grants.list(request),
});
