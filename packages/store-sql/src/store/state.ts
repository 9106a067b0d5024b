/** Executions as rows, and back. */
import {
  type Change,
  type EngineEvent,
  type ExecutionState,
  type ExecutionSummary,
  type StepState,
  isExternal,
  isTerminal,
} from '@org/approval-core';
import type { Row } from '../sql/dialect.js';

/** What a change sets in the row of its execution. */
export const MUTABLE = ['seq', 'status', 'ended_at', 'body'];

/** The row of a state. Its header is written with the first change and never sent again. */
export function executionRow({ state, expectedSeq, sealedSecret }: Change): Row {
  const [header, body] = parts(state);
  const isNew = expectedSeq === 0;
  return {
    workspace_id: state.workspaceId,
    execution_id: state.executionId,
    seq: state.seq,
    status: state.status,
    definition_uid: state.definitionUid,
    definition_id: state.definitionId,
    organization_id: state.organizationId,
    document_id: state.documentId,
    created_at: state.createdAt,
    ended_at: isTerminal(state.status) ? state.updatedAt : null,
    sealed_secret: isNew ? sealedSecret : null,
    header: isNew ? JSON.stringify(header) : '',
    body: JSON.stringify(body),
  };
}

/** What never changes, and what does; the steps have rows of their own. */
function parts(state: ExecutionState): [header: object, body: object] {
  const { status, startedAt, completedAt, cancelledAt, failureReason, seq, updatedAt, groups, loops, steps: _, ...header } = state; // prettier-ignore
  return [
    header,
    { status, startedAt, completedAt, cancelledAt, failureReason, seq, updatedAt, groups, loops },
  ];
}

export function summaryOf(row: Row): ExecutionSummary {
  const { groups: _, loops: __, ...rest } = withoutSteps(row);
  return rest;
}

const withoutSteps = (row: Row): Omit<ExecutionState, 'steps'> => ({
  ...(JSON.parse(row['header'] as string) as object),
  ...(JSON.parse(row['body'] as string) as Omit<ExecutionState, 'steps'>),
});

export const stateOf = (row: Row, steps: readonly StepState[]): ExecutionState => ({
  ...withoutSteps(row),
  steps,
});

/** Between ids, which hold no control characters: so one of them is found by text alone, and nothing else is. */
export const reviewerMark = (reviewerId: string): string => `\n${reviewerId}\n`;

const reviewersText = (reviewers: readonly string[]): string =>
  reviewers.length === 0 ? '' : reviewerMark(reviewers.join('\n'));

export function stepRows({ state, changedSteps }: Change): Row[] {
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
      body: JSON.stringify(step),
    };
  });
}

export const stepOf = (row: Row): StepState => JSON.parse(row['body'] as string) as StepState;

export const eventRows = ({ state, events }: Change): Row[] =>
  events.map((event) => ({
    workspace_id: state.workspaceId,
    execution_id: state.executionId,
    seq: event.seq,
    event_id: event.eventId,
    external: isExternal(event) ? 1 : 0,
    body: JSON.stringify(event),
  }));

export const eventOf = (row: Row): EngineEvent => JSON.parse(row['body'] as string) as EngineEvent;
