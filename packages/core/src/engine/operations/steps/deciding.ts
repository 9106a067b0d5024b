/** Records one or several decisions of reviewers. */
import type { CommandOf } from '../../../interpreter/command.js';
import type { ReviewResult } from '../../shapes/results.js';
import type { RecordReviewerDecisionRequest } from '../../shapes/steps/requests.js';
import type { On } from '../../scope.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/** Parts that decisions are recorded with. */
export type Deciding = Submitting & On<'absences'>;

/** Returns the absences that let the reviewer substitute; empty without any. */
export async function absencesFor(
  { absences, workspaceId }: Deciding,
  { onBehalfOf }: RecordReviewerDecisionRequest,
) {
  return onBehalfOf === undefined ? [] : absences.links(workspaceId, onBehalfOf);
}

export async function decideWith(
  on: Deciding,
  request: RecordReviewerDecisionRequest,
  absences: NonNullable<CommandOf<'record-decision'>['absences']>,
): Promise<ReviewResult> {
  const { caller } = on;
  const { executionId, stepId } = await addressed(on, request);
  const outcome = await submit(on, executionId, {
    kind: 'record-decision',
    stepId,
    reviewerId: request.reviewerId,
    decision: request.decision,
    reason: request.reason ?? null,
    reasonCode: request.reasonCode ?? null,
    values: request.values ?? null,
    onBehalfOf: request.onBehalfOf ?? null,
    subjectDigest: request.subjectDigest ?? null,
    shown: caller.decidesAsShown === true,
    round: request.round ?? null,
    absences,
    via: caller.via ?? null,
  });
  return { ...outcome };
}
