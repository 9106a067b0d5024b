/**
 * Executions as rows, and back: an immutable header, and a body that is written with each change.
 */
import type { Change, ExecutionKey, ExecutionSummary } from '@org/approval-core/store';
import {
  type ExecutionHeader,
  type ExecutionState,
  type StepState,
  isTerminal,
} from '@org/approval-core/interpreter';
import type { ExecutionBody, RowOf } from '../../schema/tables.js';
import { type JsonText, fromJson, toJson } from '../../sql/json.js';
import { columnsNamed } from '../../schema/statements.js';
import { textKey } from '../text-key.js';

/** Columns of the key, shared with other tables. */
export const EXECUTION_KEY = ['workspace_id', 'execution_id'] as const;
export const EXECUTION_COLUMNS = columnsNamed('executions', EXECUTION_KEY);

export type ExecutionKeyRow = Pick<RowOf<'executions'>, (typeof EXECUTION_KEY)[number]>;

export const executionValues = ({ workspaceId, executionId }: ExecutionKey): string[] => [
  workspaceId,
  executionId,
];

export const executionValuesOf = (row: ExecutionKeyRow): string[] => [row.workspace_id, row.execution_id];

/** Equal for rows of the same execution. */
export const executionText = (row: ExecutionKeyRow): string => textKey(row.workspace_id, row.execution_id);

/** The row of a state. Its header is written with the first change and never sent again. */
export function executionRow({ state, expectedSeq, sealedSecret }: Change): RowOf<'executions'> {
  const { header, body } = parts(state);
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
    outcome: state.outcome ?? null,
    parent_execution_id: state.parent?.executionId ?? null,
    parent_step_id: state.parent?.stepId ?? null,
    sealed_secret: isNew ? sealedSecret : null,
    header: isNew ? toJson(header) : NOT_SENT,
    body: toJson(body),
  };
}

const NOT_SENT: JsonText<never> = '';

/**
 * Splits a state. The header has the fields that never change; the body has the rest, including
 * fields that this release does not know, and is written with every change. Steps have their own
 * rows.
 */
function parts({ steps: _, ...state }: ExecutionState): { header: ExecutionHeader; body: ExecutionBody } {
  const {
    workspaceId,
    executionId,
    definitionUid,
    definitionId,
    definitionVersion,
    correlationId,
    idempotencyKey,
    organizationId,
    documentId,
    triggerContext,
    webhookUrl,
    createdAt,
    parent,
    startedBy,
    ...body
  } = state;
  const header = {
    workspaceId,
    executionId,
    definitionUid,
    definitionId,
    definitionVersion,
    correlationId,
    idempotencyKey,
    organizationId,
    documentId,
    triggerContext,
    webhookUrl,
    createdAt,
    ...(parent !== undefined && { parent }),
    ...(startedBy !== undefined && { startedBy }),
  };
  return { header, body };
}

type StateRow = Pick<RowOf<'executions'>, 'header' | 'body'>;

export const stateOf = (row: StateRow, steps: readonly StepState[]): ExecutionState => ({
  ...fromJson(row.header),
  ...fromJson(row.body),
  steps,
});

export function summaryOf(row: StateRow): ExecutionSummary {
  const { groups: _, loops: __, signals: ___, ...rest } = { ...fromJson(row.header), ...fromJson(row.body) };
  return rest;
}
