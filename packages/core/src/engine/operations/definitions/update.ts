/** `definitions/update` (contract sections 2 and 10). */
import { ApprovalError, invalidArgument } from '../../errors.js';
import { updateDefinition } from '../../shapes/definitions/requests.js';
import { definitionView, viewDefinition } from '../../shapes/definitions/views.js';
import { defineOperation } from '../define.js';
import { readUpdate, updated } from '../definition-update.js';
import { type Versioning, levelOf, refuseReserved, unknownDefinition, versionsOf } from './shared.js';

/**
 * Keeps a new version; runs that are under way stay on theirs. Fields that are present replace, absent ones
 * stay, `null` takes an optional one away.
 * @throws FAILED_PRECONDITION when `ifVersion` is not the newest version; NOT_FOUND; INVALID_ARGUMENT.
 */
export const operation = defineOperation({
  path: 'definitions/update',
  summary: 'Keeps a new version; runs under way stay on theirs.',
  request: updateDefinition,
  result: definitionView,
  effect: 'once',
  permission: 'definitions:write',
  budget: 'write',
  checksItself: true,
  read: ({ parser }: Versioning, given: unknown) => parser.json(given),
  run: async (on: Versioning, json) => {
    const { definitionId, ifVersion, scope, fields, unknown } = readUpdate(json);
    refuseReserved({ definitionId });
    const current = await on.definitions.newest({ ...levelOf(on, scope), definitionId });
    if (unknown.length > 0 && current?.version !== ifVersion) throw invalidArgument(unknown);
    if (current === null) throw unknownDefinition(definitionId);
    if (current.version !== ifVersion) throw outdated(ifVersion, current.version);
    const next = await versionsOf(on).next(current, updated(current.authored, fields), unknown);
    const result = await on.store.addDefinitionVersion(next);
    if (result === 'added') return viewDefinition(next);
    throw result === 'absent' ? unknownDefinition(definitionId) : outdated(ifVersion);
  },
});

const outdated = (ifVersion: number, currentVersion?: number): ApprovalError =>
  new ApprovalError(
    'FAILED_PRECONDITION',
    `version ${ifVersion} is not the newest one any more; get the definition and apply the change to that`,
    currentVersion === undefined ? {} : { currentVersion },
  );
