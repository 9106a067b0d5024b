/** `executions/reviseSubject` (contract sections 9 to 11). */
import { reviseSubject } from '../../shapes/executions/run-requests.js';
import { subjectOf } from '../../shapes/executions/subject.js';
import { reviseSubjectResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { revisesAsItself } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Makes something else what is to be approved: the answers of waiting steps are void, unless their nodes keep them, and
 * whoever made the change is a contributor. The current subject again is `revised: false`, and so is a repeat with the
 * same `idempotencyKey`, also when something else is the subject since.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the run has ended, `subject-changed` (`details.currentDigest`) when
 * `ifDigest` is not the current one, `subject-approved` (`details.stepIds`) when somebody approved it already, `key-reused`
 * (`details.digest`) when the key made another revision, and `reserved-key` for the run of a question (`engine.ask`).
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
  run: async (on: Submitting, { executionId, subject, contributorId = null, ...rest }) => {
    const result = await submit(on, executionId, {
      kind: 'revise-subject',
      ...rest,
      subject: subjectOf(subject),
      contributorId,
    });
    return { ...result, resetStepIds: [...result.resetStepIds] };
  },
});
