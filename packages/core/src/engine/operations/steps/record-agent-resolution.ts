/** `steps/recordAgentResolution` (contract sections 7, 8, 10 and 17). */
import { recordAgentResolution } from '../../shapes/steps/requests.js';
import { reviewResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Resolves one finding of a blocking agent.
 * @throws NOT_FOUND; FAILED_PRECONDITION (as above, `details.recordedStatus`); INVALID_ARGUMENT for
 * an id that is not among the findings.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "resolutionId": "finding-1",
 *   "status": "success"
 * }
 */
export const operation = defineOperation({
  path: 'steps/recordAgentResolution',
  summary: 'Resolves one finding of a blocking agent.',
  request: recordAgentResolution,
  result: reviewResult,
  effect: 'safe',
  permission: 'steps:resolve-agent',
  budget: 'decide',
  run: async (on: Submitting, request) => {
    const { executionId, output = null, errorMessage = null, ...rest } = await addressed(on, request);
    return {
      ...(await submit(on, executionId, { kind: 'record-resolution', ...rest, output, errorMessage })),
    };
  },
});
