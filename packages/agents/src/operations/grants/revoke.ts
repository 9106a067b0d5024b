/** `grants/revoke` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { revokeGrantFields } from '../../requests.js';
import { grantView } from '../../views.js';
import { type GateScope, userOf } from '../scope.js';

const revokeGrant = z.strictObject(revokeGrantFields).meta({
  id: 'RevokeGrantData',
  description: 'A standing grant to revoke; the token identifies the user.',
});

/**
 * Revokes a standing grant, and the permits it granted that are unspent.
 * @throws NOT_FOUND
 * @request {"grantId": "grant-1"}
 */
export const operation = defineOperation({
  path: 'grants/revoke',
  summary: 'Revokes a standing grant, and the permits it granted that are unspent.',
  request: revokeGrant,
  result: grantView,
  effect: 'safe',
  permission: 'grants:write',
  budget: 'write',
  seesOthers: 'grants:write',
  run: ({ permits, caller }: GateScope, request) =>
    permits.grants.revoke({ ...request, actorId: userOf(caller) }),
});
