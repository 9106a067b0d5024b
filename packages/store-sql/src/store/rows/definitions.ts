/** Definitions as rows, and back: a head, and one row per version. */
import type { DefinitionKey, DefinitionVersion } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { fromJson, toJson } from '../../sql/json.js';
import { columnsNamed } from '../../schema/statements.js';

/** Value of `deleted` while a definition is active. */
export const ACTIVE = '';

/** Lookup key of an active definition. */
const ACTIVE_KEY = ['workspace_id', 'organization_id', 'document_id', 'definition_id', 'deleted'] as const;
export const ACTIVE_COLUMNS = columnsNamed('definitions', ACTIVE_KEY);

export const activeValues = ({
  workspaceId,
  organizationId,
  documentId,
  definitionId,
}: DefinitionKey): string[] => [workspaceId, organizationId ?? '', documentId ?? '', definitionId, ACTIVE];

export const activeValuesOf = (row: Pick<RowOf<'definitions'>, (typeof ACTIVE_KEY)[number]>): string[] => [
  row.workspace_id,
  row.organization_id,
  row.document_id,
  row.definition_id,
  row.deleted,
];

export const headRow = (first: DefinitionVersion): RowOf<'definitions'> => ({
  workspace_id: first.workspaceId,
  uid: first.uid,
  definition_id: first.definitionId,
  organization_id: first.organizationId ?? '',
  document_id: first.documentId ?? '',
  deleted: ACTIVE,
  version: first.version,
});

export const versionRow = ({ sealedSecrets, ...rest }: DefinitionVersion): RowOf<'definition_versions'> => ({
  workspace_id: rest.workspaceId,
  uid: rest.uid,
  version: rest.version,
  sealed_secrets: sealedSecrets,
  body: toJson(rest),
});

export const versionOf = (
  row: Pick<RowOf<'definition_versions'>, 'body' | 'sealed_secrets'>,
): DefinitionVersion => ({ ...fromJson(row.body), sealedSecrets: row.sealed_secrets });
