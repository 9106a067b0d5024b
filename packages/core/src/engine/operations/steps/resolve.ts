/** `steps/resolve` (contract sections 7, 8, 10 and 17). */
import { resolveStep } from '../../shapes/steps/requests.js';
import { resolveStepResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Forces a waiting step to end, or decides as one of its reviewers; for administrators.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not waiting, or the action is not for its
 * type; PERMISSION_DENIED when the actor of `reviewer-*` is not a reviewer of it.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "action": "force-complete",
 *   "actorId": "ops",
 *   "reason": "agreed by phone"
 * }
 */
export const operation = defineOperation({
  path: 'steps/resolve',
  summary: 'Ends a waiting step by force, or decides as one of its reviewers.',
  request: resolveStep,
  result: resolveStepResult,
  effect: 'once',
  permission: 'steps:admin',
  budget: 'admin',
  run: async (on: Submitting, request) => {
    const named = await addressed(on, request);
    const { executionId, stepId, action, actorId, output = null, reason = null, ...said } = named;
    const { reasonCode = null, values = null, subjectDigest = null, round = null } = said;
    const answer = { reasonCode, values, subjectDigest, round, via: on.caller.via ?? null };
    const command = { kind: 'resolve-step', stepId, action, actorId, output, reason, ...answer } as const;
    const { resolved, status } = await submit(on, executionId, command);
    return { resolved, executionId, stepId, action, status };
  },
});
