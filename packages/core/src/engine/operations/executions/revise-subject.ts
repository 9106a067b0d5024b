/** `executions/reviseSubject` (contract sections 9 to 11). */
import { reviseSubject } from '../../shapes/executions/run-requests.js';
import { subjectOf } from '../../shapes/executions/subject.js';
import { reviseSubjectResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { revisesAsItself } from '../guards.js';
import { unknownExecution } from '../../errors.js';
import type { On } from '../../scope.js';
import type { Presentation, PresentationValues } from '../../../definition/presented.js';
import { type Presenting, presentationGiven, refuseTooLarge } from '../../commit/presenting.js';
import { presentingOptions } from '../presenting.js';
import { type Submitting, submit } from '../submit.js';

type Revising = Submitting & On<'definitions'>;

/**
 * Replaces the subject of an approval: decisions of waiting steps become void, unless their nodes
 * keep them, and the actor becomes a contributor. Repeating the current subject returns `revised:
 * false`, and so does a repeat with the same `idempotencyKey`, even if the subject has changed
 * since.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the execution has ended, `subject-changed`
 * (`details.currentDigest`) when `ifDigest` is not the current one, `subject-approved`
 * (`details.stepIds`) when it is already approved, `key-reused` (`details.digest`) when the key
 * made another revision, and `reserved-key` for the execution of a question (`engine.ask`);
 * PERMISSION_DENIED `presentation-fixed`; INVALID_ARGUMENT `presentation-too-large`.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "subject": {
 *     "digest": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
 *   },
 *   "ifDigest": null,
 *   "actorId": "ben"
 * }
 */
export const operation = defineOperation({
  path: 'executions/reviseSubject',
  summary: 'Makes something else what is to be approved; answers of waiting steps are void.',
  request: reviseSubject,
  result: reviseSubjectResult,
  effect: 'keyed',
  permission: 'executions:dispatch',
  budget: 'dispatch',
  guard: revisesAsItself,
  options: presentingOptions,
  run: async (
    on: Revising,
    { executionId, subject, contributorId = null, presentation: given, ...rest },
    options: Presenting = {},
  ) => {
    const presentation = await presentationIn(on, executionId, given, options);
    const result = await submit(on, executionId, {
      kind: 'revise-subject',
      ...rest,
      subject: subjectOf(subject),
      contributorId,
      presentation,
    });
    return { ...result, resetStepIds: [...result.resetStepIds] };
  },
});

/** The definition of an execution never changes, so that it can be read before. */
async function presentationIn(
  { pipeline, definitions, workspaceId }: Revising,
  executionId: string,
  given: PresentationValues | undefined,
  options: Presenting,
): Promise<Presentation | undefined> {
  if (given === undefined) return undefined;
  refuseTooLarge(given);
  const state = await pipeline.load({ workspaceId, executionId });
  if (state === null) throw unknownExecution(executionId);
  return presentationGiven(await definitions.ofExecution(state), given, options);
}
