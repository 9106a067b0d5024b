/** `definitions/list` (contract sections 2 and 10). */
import type { PageRequest } from '../../../ports/store/page.js';
import { listDefinitions } from '../../shapes/definitions/requests.js';
import { definitionView, viewDefinition } from '../../shapes/definitions/views.js';
import { pageOf, pageRequest } from '../../shapes/shared/page.js';
import { defineOperation } from '../define.js';
import { listWithin } from '../listing.js';
import type { On } from '../../scope.js';
import { levelOf } from './shared.js';

/** The active definitions of exactly one scope level; a page ends at 4 MiB. */
export const operation = defineOperation({
  path: 'definitions/list',
  summary: 'The active definitions of exactly one scope level.',
  request: listDefinitions,
  result: pageOf('DefinitionPage', definitionView),
  effect: 'read',
  permission: 'definitions:read',
  budget: 'read',
  isLarge: true,
  run: async (on: On<'store'>, { organizationId, documentId, ...page }) => {
    const level = levelOf(on, { organizationId, documentId });
    const list = (slice: PageRequest) => on.store.listDefinitions(level, slice);
    return listWithin({ list, view: viewDefinition, slice: 8 }, pageRequest(page));
  },
});
