/** Steps as rows, and back. */
import type { Change } from '@org/approval-core/store';
import type { StepState } from '@org/approval-core/interpreter';
import type { RowOf } from '../../schema/tables.js';
import { fromJson, toJson } from '../../sql/json.js';

export function stepRows({ state, changedSteps }: Change): RowOf<'steps'>[] {
  const positions = new Map(state.steps.map((step, index) => [step.stepId, index]));
  return changedSteps.map((step) => ({
    workspace_id: state.workspaceId,
    execution_id: state.executionId,
    step_id: step.stepId,
    position: positions.get(step.stepId) ?? 0,
    status: step.status,
    body: toJson(step),
  }));
}

export const stepOf = ({ body }: Pick<RowOf<'steps'>, 'body'>): StepState => fromJson(body);
