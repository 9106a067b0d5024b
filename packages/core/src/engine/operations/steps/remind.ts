/** `steps/remind` (contract sections 7, 8, 10 and 17). */
import { type RemindStepRequest, remindStep } from '../../shapes/steps/review-requests.js';
import { type RemindStepResult, remindResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Reminds people of a waiting step by hand, as a reminder of its node does; tallies and deadlines stay. Who was reminded by hand
 * less than a minute ago is left out; where the same person reminded all of them, it is `reminded: false`.
 * `asAdministrator` lets somebody remind who neither started the run nor contributed to it.
 * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when the step does not wait, when `userId` owes no
 * answer, and with `details.code` `reminded-already` (`details.notBefore`) or `limit-reached`.
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
  // A caller that decides for anybody may remind anybody; others remind of what they asked for themselves.
  options: ({ has }) => ({ asAdministrator: has('steps:decide-any') }),
  run: async (
    on: Submitting,
    { executionId, userId = null, ...rest },
    { asAdministrator = false }: { readonly asAdministrator?: boolean } = {},
  ) => {
    const command = { kind: 'remind', ...rest, userId, asAdministrator } as const;
    const { reminded, userIds } = await submit(on, executionId, command);
    return { reminded, userIds: [...userIds] };
  },
});

/** `steps/remind`, which in process is told whether an administrator calls. */
export type Method = (
  request: RemindStepRequest,
  options?: { readonly asAdministrator?: boolean },
) => Promise<RemindStepResult>;
