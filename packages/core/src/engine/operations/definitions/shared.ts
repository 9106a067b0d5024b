/** Parts of the operations on definitions that several of them use. */
import { type JsonValue, isPlainObject } from '../../../definition/json.js';
import { isReservedId } from '../../../interpreter/own-runs.js';
import type { DefinitionKey, DefinitionVersion } from '../../../ports/store/definitions.js';
import type { ScopeIds } from '../../caches/definitions.js';
import { ApprovalError, invalidArgument } from '../../errors.js';
import { checkedPlan, jobsIn, tooManyTriggers } from '../../triggers/checked-plan.js';
import { DefinitionVersions, type MakingVersions } from '../definition-versions.js';
import type { On, Scope } from '../../scope.js';

/** Parts that create and store new versions. */
export type Versioning = MakingVersions & On<'store' | 'definitions' | 'onJobs'>;

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

/** Stores version 1 with its triggers. */
export async function storeFirst(on: Versioning, first: DefinitionVersion): Promise<'created' | 'exists'> {
  const plan = checkedPlan(on, first, null);
  const result = await on.store.createDefinition(first, plan);
  if (result === 'full') throw tooManyTriggers(plan.bounds);
  if (result === 'created') on.onJobs(jobsIn(plan));
  return result;
}

/** Stores the version after `current` with its triggers. */
export async function storeNext(
  on: Versioning,
  current: DefinitionVersion,
  next: DefinitionVersion,
): Promise<'added' | 'conflict' | 'absent'> {
  const plan = checkedPlan(on, next, current);
  const result = await on.store.addDefinitionVersion(next, plan);
  if (result === 'full') throw tooManyTriggers(plan.bounds);
  if (result === 'added') on.onJobs(jobsIn(plan));
  return result;
}

export const unknownDefinition = (definitionId: string): ApprovalError =>
  new ApprovalError('NOT_FOUND', `definition "${definitionId}" does not exist`);
