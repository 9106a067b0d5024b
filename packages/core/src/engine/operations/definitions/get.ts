/** `definitions/get` (contract sections 2 and 10). */
import { ApprovalError } from '../../errors.js';
import { getDefinition } from '../../shapes/definitions/requests.js';
import { definitionView, viewDefinition } from '../../shapes/definitions/views.js';
import { defineOperation } from '../define.js';
import type { On } from '../../scope.js';
import { unknownDefinition } from './shared.js';

/**
 * Returns the newest or the requested version of the most specific definition: document, then
 * organization, then workspace.
 * @throws NOT_FOUND
 * @request {"definitionId": "contract-sign-off", "version": 1}
 */
export const operation = defineOperation({
  path: 'definitions/get',
  summary: 'The newest version, or the one asked for, of the most specific definition.',
  request: getDefinition,
  result: definitionView,
  effect: 'read',
  permission: 'definitions:read',
  budget: 'read',
  run: async (on: On<'definitions'>, { definitionId, version, ...scope }) => {
    const newest = await on.definitions.mostSpecific(on.workspaceId, definitionId, scope);
    if (newest === null) throw unknownDefinition(definitionId);
    if (version === undefined || version === newest.version) return viewDefinition(newest);
    const { workspaceId, uid } = newest;
    const asked = await on.definitions.version({ workspaceId, uid, version });
    if (asked !== null) return viewDefinition(asked);
    throw new ApprovalError('NOT_FOUND', `definition "${definitionId}" has no version ${version}`);
  },
});
