/** `steps/decideMany` (contract sections 7, 8, 10 and 17). */
import { decideMany } from '../../shapes/steps/review-requests.js';
import { type DecideManyItem, decideManyResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { absencesFor, decideWith, type Deciding } from './deciding.js';
import type { ApprovalError } from '../../errors.js';
import { errorForCaller } from '../../scheduling/store-errors.js';
import type { ReviewResult } from '../../shapes/results.js';

/**
 * Records several decisions, each as `recordReviewerDecision` does, and returns their results in
 * order.
 * @throws INVALID_ARGUMENT when the request itself is wrong; nothing is recorded then.
 * @request {
 *   "decisions": [
 *     {
 *       "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *       "stepId": "step_legal",
 *       "reviewerId": "maria",
 *       "decision": "approve"
 *     }
 *   ]
 * }
 */
export const operation = defineOperation({
  path: 'steps/decideMany',
  summary: 'Records several decisions, each by itself.',
  request: decideMany,
  result: decideManyResult,
  effect: 'safe',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsAsItself,
  byItem: 'decisions',
  run: async (on: Deciding, { decisions }) => {
    const evidence = await Promise.all(decisions.map((it) => absencesFor(on, it)));
    // Submitted together, so that those on one step are decided in order, in a commit or two.
    const items = decisions.map((it, index) => itemOf(decideWith(on, it, evidence[index] ?? [])));
    return { items: await Promise.all(items) };
  },
});

/** The result of one of several decisions; each fails by itself. */
async function itemOf(decided: Promise<ReviewResult>): Promise<DecideManyItem> {
  try {
    return { ok: true, result: await decided };
  } catch (error) {
    return { ok: false, error: errorOf(errorForCaller(error)) };
  }
}

const errorOf = ({ message, status, details }: ApprovalError): NonNullable<DecideManyItem['error']> => ({
  message,
  status,
  details: details as NonNullable<DecideManyItem['error']>['details'],
});
