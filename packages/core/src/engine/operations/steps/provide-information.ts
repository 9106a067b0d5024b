/** `steps/provideInformation` (contract sections 7, 8, 10 and 17). */
import { type ProvideInformationRequest, provideInformation } from '../../shapes/steps/review-requests.js';
import {
  type ProvideInformationResult,
  provideInformationResult,
} from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Answers a question; the same answer again is `provided: false`. `asAdministrator` lets the actor answer what others
 * were asked.
 * @throws NOT_FOUND; PERMISSION_DENIED for somebody who was not asked; FAILED_PRECONDITION when it is answered otherwise.
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
  // An administrator may answer what others were asked.
  options: ({ has }) => ({ asAdministrator: has('steps:admin') }),
  run: async (
    on: Submitting,
    { executionId, ...rest },
    { asAdministrator = false }: { readonly asAdministrator?: boolean } = {},
  ) => ({
    ...(await submit(on, executionId, { kind: 'provide-information', ...rest, asAdministrator })),
  }),
});

/** `steps/provideInformation`, which in process is told whether an administrator calls. */
export type Method = (
  request: ProvideInformationRequest,
  options?: { readonly asAdministrator?: boolean },
) => Promise<ProvideInformationResult>;
