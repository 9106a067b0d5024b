/** `definitions/update` (contract sections 2 and 10). */
import { ApprovalError, invalidArgument } from '../../errors.js';
import { updateDefinition } from '../../shapes/definitions/requests.js';
import { definitionView, viewDefinition } from '../../shapes/definitions/views.js';
import { defineOperation } from '../define.js';
import { readUpdate, updated } from '../definition-update.js';
import { writesDefinition } from '../guards.js';
import {
  type Versioning,
  levelOf,
  refuseReserved,
  storeNext,
  unknownDefinition,
  versionsOf,
} from './shared.js';

/**
 * Stores a new version; running executions stay on theirs. Present fields replace, absent ones
 * stay, `null` removes an optional one.
 * @throws FAILED_PRECONDITION when `ifVersion` is not the newest version; NOT_FOUND;
 * INVALID_ARGUMENT.
 * @request {
 *   "definitionId": "contract-sign-off",
 *   "name": "Contract sign-off, with finance",
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
 *   "edges": [],
 *   "ifVersion": 1
 * }
 */
export const operation = defineOperation({
  path: 'definitions/update',
  summary: 'Keeps a new version; executions under way stay on theirs.',
  request: updateDefinition,
  result: definitionView,
  effect: 'once',
  permission: 'definitions:write',
  budget: 'write',
  guard: writesDefinition,
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
    const result = await storeNext(on, current, next);
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
