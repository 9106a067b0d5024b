/** `steps/remind` (contract sections 7, 8, 10 and 17). */
import { type RemindStepRequest, remindStep } from '../../shapes/steps/review-requests.js';
import { type RemindStepResult, remindResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Sends a manual reminder of a waiting step, like a reminder of its node; tallies and deadlines
 * stay. Reviewers reminded manually less than a minute ago are skipped; if the same user reminded
 * all, it is `reminded: false`. `asAdministrator` allows users who neither started the execution
 * nor contributed to it.
 * @throws NOT_FOUND; PERMISSION_DENIED for other users; FAILED_PRECONDITION when the step does not
 * wait, when `userId` owes no answer, and with `details.code` `reminded-already`
 * (`details.notBefore`) or `limit-reached`.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "actorId": "maria",
 *   "userId": "ben"
 * }
 */
export const operation = defineOperation({
  path: 'steps/remind',
  summary: 'Reminds people of a waiting step.',
  request: remindStep,
  result: remindResult,
  effect: 'safe',
  permission: 'people:self',
  budget: 'decide',
  guard: actsAsItself,
  // Callers with `steps:decide-any` may remind for any execution, others for their own requests.
  options: ({ has }) => ({ asAdministrator: has('steps:decide-any') }),
  run: async (
    on: Submitting,
    request,
    { asAdministrator = false }: { readonly asAdministrator?: boolean } = {},
  ) => {
    const { executionId, userId = null, ...rest } = await addressed(on, request);
    const command = { kind: 'remind', ...rest, userId, asAdministrator } as const;
    const { reminded, userIds } = await submit(on, executionId, command);
    return { reminded, userIds: [...userIds] };
  },
});

/** `steps/remind`, which in process takes the administrator flag. */
export type Method = (
  request: RemindStepRequest,
  options?: { readonly asAdministrator?: boolean },
) => Promise<RemindStepResult>;
