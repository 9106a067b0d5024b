/** `permits/list` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import { listPermits } from '../../requests.js';
import { pageOf, permit } from '../../views.js';
import type { GateScope } from '../scope.js';

/**
 * Lists permits, newest first.
 * @request {"state": "pending", "pageSize": 20}
 */
export const operation = defineOperation({
  path: 'permits/list',
  summary: 'Permits, newest first.',
  request: listPermits,
  result: pageOf('PermitsPage', permit),
  effect: 'read',
  permission: 'permits:read',
  budget: 'read',
  seesOthers: 'permits:read',
  run: ({ permits }: GateScope, request) => permits.list(request),
});
