/** Idempotency keys as rows, and back. */
import type { Change, KnownExecution } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { textKey } from '../text-key.js';

type KeyRow = Pick<RowOf<'idempotency_keys'>, 'workspace_id' | 'idempotency_key'>;

/** The key that a change takes, if it creates an execution that has one. */
export function keyRows({ state, expectedSeq }: Change): RowOf<'idempotency_keys'>[] {
  const { workspaceId, idempotencyKey, executionId, correlationId, definitionId, createdAt } = state;
  if (expectedSeq > 0 || idempotencyKey === null) return [];
  return [
    {
      workspace_id: workspaceId,
      idempotency_key: idempotencyKey,
      execution_id: executionId,
      correlation_id: correlationId,
      definition_id: definitionId,
      created_at: createdAt,
      orphan: 0,
    },
  ];
}

export const keyText = (row: KeyRow): string => textKey(row.workspace_id, row.idempotency_key);

export const keyValuesOf = (row: KeyRow): string[] => [row.workspace_id, row.idempotency_key];

export const knownExecutionOf = (row: RowOf<'idempotency_keys'>): KnownExecution => ({
  executionId: row.execution_id,
  correlationId: row.correlation_id,
  definitionId: row.definition_id,
});
