/** `grants/revoke` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { revokeGrantFields } from '../../requests.js';
import { grantView } from '../../views.js';
import { type GateScope, userOf } from '../scope.js';

const revokeGrant = z.strictObject(revokeGrantFields).meta({
  id: 'RevokeGrantData',
  description: 'Which standing grant to take back; the token says who does.',
});

/**
 * Takes a standing grant back, and the permits that it granted and nobody spent.
 * @throws NOT_FOUND
 * @request {"grantId": "grant-1"}
 */
export const operation = defineOperation({
  path: 'grants/revoke',
  summary: 'Takes a standing grant back, and the permits that it granted and nobody spent.',
  request: revokeGrant,
  result: grantView,
  effect: 'safe',
  permission: 'grants:write',
  budget: 'write',
  seesOthers: 'grants:write',
  run: ({ permits, caller }: GateScope, request) =>
    permits.grants.revoke({ ...request, actorId: userOf(caller) }),
});
