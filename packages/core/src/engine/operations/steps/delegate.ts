/** `steps/delegate` (contract sections 7, 8, 10 and 17). */
import { delegateStep } from '../../shapes/steps/review-requests.js';
import { delegateResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsForAnotherAsAdmin } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Hands a place over for good; it keeps its entries, weight, veto and order. An `actorId` other than `reviewerId` is an
 * administrator's, whom no node has to allow it. The last delegation again is `delegated: false`.
 * @throws NOT_FOUND; PERMISSION_DENIED for somebody without a place, and `separation-of-duties`; FAILED_PRECONDITION with
 * `details.code` `not-allowed`, `not-personal`, `answered-already`, `already-asked` or `limit-reached`.
 */
export const operation = defineOperation({
  path: 'steps/delegate',
  summary: 'Hands a place over for good.',
  request: delegateStep,
  result: delegateResult,
  effect: 'safe',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsForAnotherAsAdmin,
  run: async (on: Submitting, { executionId, reason = null, ...rest }) => {
    const { actorId = rest.reviewerId } = rest;
    return { ...(await submit(on, executionId, { kind: 'delegate', ...rest, actorId, reason })) };
  },
});
