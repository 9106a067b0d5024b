/** Finds the run or the definition that a request names. */
import { ApprovalError, type DefinitionView, type WorkspaceOperations } from '@org/approval-core';
import type { ExecutionSummaryView } from '@org/approval-core/views';
import { executionOfDelivery } from '@org/approval-core/internal';

export interface Named {
  readonly execution: ExecutionSummaryView | null;
  readonly definition: DefinitionView | null;
}

const NOTHING: Named = { execution: null, definition: null };

type Fields = Readonly<Record<string, unknown>>;

/** Operations about the definition that they name; others only filter by it. */
const ABOUT_DEFINITION: ReadonlySet<string> = new Set([
  'definitions/get',
  'definitions/update',
  'definitions/delete',
  'executions/dispatch',
]);

/**
 * Reads what a request names, with the caller's own access.
 * @throws ApprovalError NOT_FOUND for what does not exist, or may not be read.
 */
export const namedBy = (on: WorkspaceOperations, operation: string, data: unknown): Promise<Named> =>
  namedIn(on, operation, fieldsOf(data));

const fieldsOf = (data: unknown): Fields =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Fields) : {};

async function namedIn(on: WorkspaceOperations, operation: string, data: Fields): Promise<Named> {
  const { linkId } = data;
  if (typeof linkId === 'string') return { ...NOTHING, execution: await executionOfLink(on, linkId) };
  const executionId = executionIdOf(data);
  if (executionId !== null) return { ...NOTHING, execution: await executionOf(on, executionId) };
  const { definitionId } = data;
  if (operation === 'definitions/ensure') return { ...NOTHING, definition: await ensured(on, data) };
  if (!ABOUT_DEFINITION.has(operation) || typeof definitionId !== 'string') return NOTHING;
  const scope = scopeOf(data);
  const definition = await on.definitions.get({ definitionId, ...scope });
  // Changing a definition names its level; using one takes the most specific.
  const isExact = operation === 'definitions/update' || operation === 'definitions/delete';
  if (isExact && !isOfLevel(definition, scope))
    throw new ApprovalError('NOT_FOUND', `definition "${definitionId}" does not exist`);
  return { ...NOTHING, definition };
}

/** The definition to be saved; null if it does not exist yet or the request is malformed. */
async function ensured(
  on: WorkspaceOperations,
  { definitionId, scope }: Fields,
): Promise<DefinitionView | null> {
  if (typeof definitionId !== 'string') return null;
  const level = scopeOf(fieldsOf(scope));
  try {
    const definition = await on.definitions.get({ definitionId, ...level });
    return isOfLevel(definition, level) ? definition : null;
  } catch (error) {
    if (error instanceof ApprovalError && ['NOT_FOUND', 'INVALID_ARGUMENT'].includes(error.status))
      return null;
    throw error;
  }
}

const isOfLevel = ({ scope }: DefinitionView, { organizationId, documentId }: ScopeIds): boolean =>
  scope.organizationId === (organizationId ?? null) && scope.documentId === (documentId ?? null);

async function executionOf(on: WorkspaceOperations, executionId: string): Promise<ExecutionSummaryView> {
  const { steps: _, ...execution } = await on.executions.get({ executionId });
  return execution;
}

/** Hides everything about a run that may not be read, including its id. */
async function executionOfLink(on: WorkspaceOperations, linkId: string): Promise<ExecutionSummaryView> {
  const executionId = await on.links.executionOf(linkId);
  try {
    if (executionId !== null) return await executionOf(on, executionId);
  } catch (error) {
    if (!(error instanceof ApprovalError) || error.status !== 'NOT_FOUND') throw error;
  }
  throw new ApprovalError('NOT_FOUND', `link "${linkId}" does not exist`);
}

function executionIdOf({ executionId, deliveryId }: Fields): string | null {
  if (typeof executionId === 'string') return executionId;
  return typeof deliveryId === 'string' ? executionOfDelivery(deliveryId) : null;
}

interface ScopeIds {
  readonly organizationId?: string;
  readonly documentId?: string;
}

function scopeOf({ organizationId, documentId }: Fields): ScopeIds {
  return {
    ...(typeof organizationId === 'string' && { organizationId }),
    ...(typeof documentId === 'string' && { documentId }),
  };
}
