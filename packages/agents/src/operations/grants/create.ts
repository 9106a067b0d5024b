/** `grants/create` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { grantFields } from '../../requests.js';
import { grantView } from '../../views.js';
import { type GateScope, userOf } from '../scope.js';

const createGrant = z.strictObject(grantFields).meta({
  id: 'CreateGrantData',
  description: 'Permission for future calls; the token identifies the user who grants it.',
});

/**
 * Creates a standing grant: permission for future calls.
 * @throws INVALID_ARGUMENT above the rule's caps and (`not-grantable`) where no rule takes one;
 *   PERMISSION_DENIED for the principal, and for whom the rule does not name.
 * @request {
 *   "requester": {
 *     "principal": "research-bot"
 *   },
 *   "tool": "files.read",
 *   "target": null,
 *   "match": {},
 *   "maxUses": 10,
 *   "expiresAt": 1798761600000
 * }
 */
export const operation = defineOperation({
  path: 'grants/create',
  summary: 'Creates a standing grant: permission for future calls.',
  request: createGrant,
  result: grantView,
  effect: 'keyed',
  permission: 'grants:write',
  budget: 'write',
  seesOthers: 'grants:write',
  run: ({ permits, caller }: GateScope, request) =>
    permits.grants.create({ ...request, createdBy: userOf(caller) }),
});
