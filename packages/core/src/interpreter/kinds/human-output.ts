/** The output of a human step (contract section 7). */
import type { CompiledHumanNode, CompiledNode, Reviewer } from '../../compile/compiled.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import type { RecordedDecision, ReviewDecision, StepState } from '../state.js';

/** How a human step was resolved. */
export interface HumanResolution {
  /** null: completed by force, without a decision. */
  readonly decision: ReviewDecision | null;
  readonly at: number;
  readonly rejection?: {
    readonly rejectedBy: string;
    readonly rejectorMandatory: boolean;
    readonly rejectionReason: string | null;
  };
}

/** What was recorded so far, without a decision; null for a step that never asked anybody. */
export function humanOutputSoFar(node: CompiledNode, step: StepState): JsonObject | null {
  if (node.type !== 'human' || step.waitingSince === null) return null;
  return { aggregatorStatus: 'pending', ...summary(node, step.decisions) };
}

export function humanOutput(
  node: CompiledHumanNode,
  step: StepState,
  resolution: HumanResolution,
): JsonObject {
  const { decision, at, rejection } = resolution;
  const output: Record<string, JsonValue> = summary(node, step.decisions);
  output['aggregatorStatus'] = 'resolved';
  output['resumedAt'] = at;
  if (decision !== null) {
    output['decision'] = decision;
    output['approved'] = decision === 'approve';
  }
  if (rejection !== undefined) {
    output['rejectedBy'] = rejection.rejectedBy;
    output['rejectorMandatory'] = rejection.rejectorMandatory;
    output['rejectionReason'] = rejection.rejectionReason;
  }
  return output;
}

function summary(node: CompiledHumanNode, decisions: readonly RecordedDecision[]): Record<string, JsonValue> {
  const mandatory = node.reviewers.filter((it) => it.mandatory).map((it) => it.userId);
  const approvals = decisions.filter((it) => it.decision === 'approve');
  return {
    reviewers: node.reviewers as readonly (JsonObject & Reviewer)[],
    reviewerEmails: node.reviewerEmails,
    commentBody: node.commentBody,
    approveCount: approvals.length,
    rejectCount: decisions.length - approvals.length,
    totalResponses: decisions.length,
    mandatoryCount: mandatory.length,
    mandatoryApproveCount: approvals.filter((it) => mandatory.includes(it.reviewerId)).length,
    decisions: decisions as readonly (JsonObject & RecordedDecision)[],
  };
}
