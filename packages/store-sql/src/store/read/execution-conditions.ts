/** Conditions of a listing of executions. */
import type { ExecutionQuery } from '@org/approval-core/store';
import { type Condition, when } from './page.js';
import { visibleConditions } from './visible.js';

export const conditions = (
  {
    workspaceId,
    definitionId,
    parentExecutionId,
    status,
    outcome,
    organizationId,
    documentId,
    createdFrom,
    createdBefore,
    visible,
  }: ExecutionQuery,
  table: string,
): Condition[] => [
  [`${table}workspace_id = ?`, workspaceId],
  ...when(`${table}definition_id = ?`, definitionId),
  ...when(`${table}parent_execution_id = ?`, parentExecutionId),
  ...when(`${table}status = ?`, status),
  ...when(`${table}outcome = ?`, outcome),
  ...when(`${table}organization_id = ?`, organizationId),
  ...when(`${table}document_id = ?`, documentId),
  ...when(`${table}created_at >= ?`, createdFrom),
  ...when(`${table}created_at < ?`, createdBefore),
  ...visibleConditions(visible, table),
];
