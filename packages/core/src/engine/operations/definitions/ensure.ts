/** `definitions/ensure` (contract sections 2 and 10). */
import { definitionSchema } from '../../../definition/definition.js';
import type { JsonValue } from '../../../definition/json.js';
import { ApprovalError } from '../../errors.js';
import { viewDefinition } from '../../shapes/definitions/views.js';
import { type EnsureResult, ensureResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { writesDefinition } from '../guards.js';
import { type Versioning, refuseReserved, storeFirst, storeNext, versionsOf } from './shared.js';

/** Limit of attempts after another process was faster. */
const MAX_ENSURES = 100;

/**
 * Ensures that the newest version of the definition is this one: creates it, adds a version, or
 * does nothing if both mean the same. Any number of processes may call it at every start. Omitted
 * fields get their defaults; they are not kept.
 * @throws INVALID_ARGUMENT as `create`.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const definition = {
 *   definitionId: 'check',
 *   name: 'Check',
 *   nodes: [
 *     {
 *       nodeId: 'ann',
 *       type: 'human' as const,
 *       config: {
 *         reviewers: [{ userId: 'ann', mandatory: true }],
 *         onReject: { end: 'rejected' },
 *       },
 *     },
 *   ],
 * };
 * console.log((await engine.definitions.ensure(definition)).created); // → true
 * console.log((await engine.definitions.ensure(definition)).version); // → 1
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
  path: 'definitions/ensure',
  summary: 'Creates, adds a version, or does nothing: so that the newest version is this one.',
  request: definitionSchema,
  result: ensureResult,
  effect: 'safe',
  permission: 'definitions:write',
  budget: 'write',
  guard: writesDefinition,
  checksItself: true,
  read: ({ parser }: Versioning, given: unknown) => parser.json(given),
  run: async (on: Versioning, json) => {
    refuseReserved(json);
    for (let attempt = 0; attempt < MAX_ENSURES; attempt++) {
      const ensured = await tryToEnsure(on, json);
      if (ensured !== null) return ensured;
    }
    throw new ApprovalError('UNAVAILABLE', 'the definition keeps changing; try again');
  },
});

/** null: another process was faster. */
async function tryToEnsure(on: Versioning, json: JsonValue): Promise<EnsureResult | null> {
  const { definitions } = on;
  const versions = versionsOf(on);
  const first = await versions.first(json);
  const current = await definitions.newest(first);
  if (current === null) {
    if ((await storeFirst(on, first)) !== 'created') return null;
    return { created: true, updated: false, version: 1, definition: viewDefinition(first) };
  }
  const { version } = current;
  if (await versions.meanTheSame(current, first)) {
    return { created: false, updated: false, version, definition: viewDefinition(current) };
  }
  // A replaced secret goes on signing for a while, as after an update; an omitted one is a fault.
  const next = await versions.next(current, json);
  if ((await storeNext(on, current, next)) !== 'added') return null;
  return { created: false, updated: true, version: version + 1, definition: viewDefinition(next) };
}
