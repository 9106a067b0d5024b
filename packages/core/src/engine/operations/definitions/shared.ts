/** Parts of the operations on definitions that several of them use. */
import { type JsonValue, isPlainObject } from '../../../definition/json.js';
import { isReservedId } from '../../../interpreter/own-runs.js';
import type { DefinitionKey } from '../../../ports/store/definitions.js';
import type { ScopeIds } from '../../caches/definitions.js';
import { ApprovalError, invalidArgument } from '../../errors.js';
import { DefinitionVersions, type MakingVersions } from '../definition-versions.js';
import type { On, Scope } from '../../scope.js';

/** Parts that create and store new versions. */
export type Versioning = MakingVersions & On<'store' | 'definitions'>;

export const versionsOf = (on: MakingVersions & Scope): DefinitionVersions =>
  new DefinitionVersions(on, on.workspaceId);

/** The level of scope that ids name. */
export const levelOf = (
  { workspaceId }: Pick<Scope, 'workspaceId'>,
  { organizationId, documentId }: ScopeIds,
): Omit<DefinitionKey, 'definitionId'> => ({
  workspaceId,
  organizationId: organizationId ?? null,
  documentId: documentId ?? null,
});

/** Only the engine writes its own definitions. */
export function refuseReserved(json: JsonValue): void {
  const definitionId = isPlainObject(json) ? json['definitionId'] : null;
  if (!isReservedId(definitionId)) return;
  const message = 'is of the definitions that the engine keeps for `ask`; use another id';
  throw invalidArgument([{ code: 'reserved-id', message, path: 'definitionId' }]);
}

export const unknownDefinition = (definitionId: string): ApprovalError =>
  new ApprovalError('NOT_FOUND', `definition "${definitionId}" does not exist`);
