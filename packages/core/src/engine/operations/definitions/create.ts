/** `definitions/create` (contract sections 2 and 10). */
import { definitionSchema } from '../../../definition/definition.js';
import { ApprovalError } from '../../errors.js';
import { definitionView, viewDefinition } from '../../shapes/definitions/views.js';
import { defineOperation } from '../define.js';
import { writesDefinition } from '../guards.js';
import { type Versioning, refuseReserved, storeFirst, versionsOf } from './shared.js';

/**
 * Stores a new definition as version 1.
 * @throws INVALID_ARGUMENT with every fault in `details.issues`; ALREADY_EXISTS.
 * @example
 * ```ts
 * import { ApprovalError, createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const draft = {
 *   definitionId: 'sign-off',
 *   name: 'Sign-off',
 *   nodes: [{ nodeId: 'legal', type: 'human' as const }],
 *   edges: [{ from: 'legal', to: 'archive' }],
 * };
 * const refused: unknown = await engine.definitions
 *   .create(draft)
 *   .catch((error: unknown) => error);
 * if (refused instanceof ApprovalError) console.log(refused.status); // → INVALID_ARGUMENT
 * await engine.stop();
 * ```
 * @request {
 *   "definitionId": "contract-sign-off",
 *   "name": "Contract sign-off",
 *   "nodes": [
 *     {
 *       "nodeId": "legal",
 *       "type": "human",
 *       "config": {
 *         "reviewers": [
 *           {
 *             "userId": "maria",
 *             "mandatory": true
 *           }
 *         ],
 *         "onReject": {
 *           "routeToNodeId": "rework"
 *         }
 *       }
 *     },
 *     {
 *       "nodeId": "rework",
 *       "type": "agent",
 *       "config": {
 *         "agentId": "rewriter",
 *         "urlPath": "documentUrl"
 *       }
 *     }
 *   ],
 *   "edges": []
 * }
 */
export const operation = defineOperation({
  path: 'definitions/create',
  summary: 'Keeps a new definition as version 1.',
  request: definitionSchema,
  result: definitionView,
  effect: 'once',
  permission: 'definitions:write',
  budget: 'write',
  guard: writesDefinition,
  checksItself: true,
  read: ({ parser }: Versioning, given: unknown) => parser.json(given),
  run: async (on: Versioning, json) => {
    refuseReserved(json);
    const first = await versionsOf(on).first(json);
    const result = await storeFirst(on, first);
    if (result === 'created') return viewDefinition(first);
    throw new ApprovalError(
      'ALREADY_EXISTS',
      `there is a definition "${first.definitionId}" in this scope already`,
    );
  },
});
