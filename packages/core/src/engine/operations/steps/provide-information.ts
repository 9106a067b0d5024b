/** `steps/provideInformation` (contract sections 7, 8, 10 and 17). */
import { type ProvideInformationRequest, provideInformation } from '../../shapes/steps/review-requests.js';
import {
  type ProvideInformationResult,
  provideInformationResult,
} from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Answers a question; a repeat is `provided: false`. `asAdministrator` lets the actor answer
 * questions to others.
 * @throws NOT_FOUND; PERMISSION_DENIED for a user who was not asked; FAILED_PRECONDITION when it is
 * answered otherwise.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "actorId": "ben",
 *   "questionId": "q-1",
 *   "answer": "For 2027."
 * }
 */
export const operation = defineOperation({
  path: 'steps/provideInformation',
  summary: 'Answers a question of a reviewer.',
  request: provideInformation,
  result: provideInformationResult,
  effect: 'safe',
  permission: 'people:self',
  budget: 'decide',
  guard: actsAsItself,
  // An administrator may answer questions to others.
  options: ({ has }) => ({ asAdministrator: has('steps:admin') }),
  run: async (
    on: Submitting,
    request,
    { asAdministrator = false }: { readonly asAdministrator?: boolean } = {},
  ) => {
    const { executionId, ...rest } = await addressed(on, request);
    return { ...(await submit(on, executionId, { kind: 'provide-information', ...rest, asAdministrator })) };
  },
});

/** `steps/provideInformation`, which in process takes the administrator flag. */
export type Method = (
  request: ProvideInformationRequest,
  options?: { readonly asAdministrator?: boolean },
) => Promise<ProvideInformationResult>;
