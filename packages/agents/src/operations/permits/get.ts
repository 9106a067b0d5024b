/** `permits/get` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { PERMIT_LIMITS } from '../../limits.js';
import { getPermitFields } from '../../requests.js';
import { permit } from '../../views.js';
import { type GateScope, ownOr } from '../scope.js';

const getPermit = z
  .strictObject({
    ...getPermitFields,
    waitMs: z
      .int()
      .min(0)
      .max(PERMIT_LIMITS.httpWaitMs)
      .optional()
      .describe(
        'Answers when the permit is no longer pending, at the latest after so many ms, 0 to 60,000; 0 by default. Over HTTP at most 25,000.',
      ),
  })
  .meta({ id: 'GetPermitRequest', description: 'Which permit, and how long to wait.' });

/**
 * A permit; with `waitMs` as soon as it is no longer pending, or as it is then.
 * @throws NOT_FOUND
 * @request {"permitId": "permit-1", "waitMs": 20000}
 */
export const operation = defineOperation({
  path: 'permits/get',
  summary: 'A permit, as soon as it is no longer pending where that is waited for.',
  request: getPermit,
  result: permit,
  effect: 'read',
  permission: ['permits:request', 'permits:read'],
  budget: 'read',
  seesOthers: 'permits:read',
  waits: 0,
  run: async (on: GateScope, { permitId, waitMs = 0 }) => {
    await ownOr(on, permitId);
    return on.permits.get({ permitId, waitMs });
  },
});
