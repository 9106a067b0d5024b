/** Steps as rows, and back. */
import type { Change, StepState } from '@org/approval-core';
import type { RowOf } from '../../schema/tables.js';
import { fromJson, toJson } from '../../sql/json.js';

/** Between ids, which hold no control characters: so one of them is found by text alone, and nothing else is. */
const reviewerMark = (reviewerIds: string): string => `\n${reviewerIds}\n`;

const reviewersText = (reviewers: readonly string[]): string =>
  reviewers.length === 0 ? '' : reviewerMark(reviewers.join('\n'));

export function stepRows({ state, changedSteps }: Change): RowOf<'steps'>[] {
  const positions = new Map(state.steps.map((step, index) => [step.stepId, index]));
  return changedSteps.map((step) => {
    const waits = step.status === 'waiting';
    return {
      workspace_id: state.workspaceId,
      execution_id: state.executionId,
      step_id: step.stepId,
      position: positions.get(step.stepId) ?? 0,
      status: step.status,
      waiting_since: waits ? (step.waitingSince ?? state.updatedAt) : null,
      waiting_for: waits ? reviewersText(step.waitingForReviewers) : null,
      body: toJson(step),
    };
  });
}

export const stepOf = ({ body }: Pick<RowOf<'steps'>, 'body'>): StepState => fromJson(body);
