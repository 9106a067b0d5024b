/** `definitions/delete` (contract sections 2 and 10). */
import { ApprovalError } from '../../errors.js';
import { deleteDefinition } from '../../shapes/definitions/requests.js';
import { deleteDefinitionResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import type { On } from '../../scope.js';
import { levelOf, refuseReserved, unknownDefinition } from './shared.js';

/**
 * Tombstones a definition: its id is free again, runs that have ended stay readable.
 * @throws FAILED_PRECONDITION while an execution of any version is not terminal; NOT_FOUND.
 * @request {"definitionId": "contract-sign-off"}
 */
export const operation = defineOperation({
  path: 'definitions/delete',
  summary: 'Tombstones a definition that has no execution in flight.',
  request: deleteDefinition,
  result: deleteDefinitionResult,
  effect: 'once',
  permission: 'definitions:write',
  budget: 'write',
  run: async (on: On<'store' | 'definitions'>, { definitionId, ...scope }) => {
    refuseReserved({ definitionId });
    const current = await on.definitions.newest({ ...levelOf(on, scope), definitionId });
    if (current === null) throw unknownDefinition(definitionId);
    const { workspaceId, uid } = current;
    const result = await on.store.deleteDefinition({ workspaceId, uid });
    if (result === 'absent') throw unknownDefinition(definitionId);
    if (result === 'deleted') return { deleted: true, definitionId } as const;
    throw new ApprovalError(
      'FAILED_PRECONDITION',
      `definition "${definitionId}" has runs in flight; cancel them or wait for their end`,
    );
  },
});
