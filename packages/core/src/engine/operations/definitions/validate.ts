/** `definitions/validate` (contract sections 2 and 10). */
import { asAuthored } from '../../../definition/as-returned.js';
import { definitionSchema } from '../../../definition/definition.js';
import { type JsonObject, type JsonValue, isPlainObject } from '../../../definition/json.js';
import { NO_SECRETS } from '../../secrets/definition-secrets.js';
import { validateDefinition, validateTarget } from '../../shapes/definitions/requests.js';
import { validation, viewCompiled } from '../../shapes/definitions/views.js';
import { defineOperation } from '../define.js';
import { type Versioning, versionsOf } from './shared.js';

/**
 * Checks a definition like `create` without storing it; faults are the result, not an error.
 * @throws INVALID_ARGUMENT for an organizationId or documentId that is invalid.
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
  path: 'definitions/validate',
  summary: 'Checks a definition like create without storing it.',
  request: validateDefinition,
  result: validation,
  effect: 'read',
  permission: 'definitions:read',
  budget: 'write',
  checksItself: true,
  read: ({ parser }: Versioning, given: unknown) => {
    const json = parser.json(given);
    if (isPlainObject(json)) {
      const { organizationId, documentId } = json;
      parser.parse(validateTarget, { organizationId, documentId });
    }
    return parser.normalized(definitionSchema, asAuthored(withoutScopeIds(json)));
  },
  run: async (on: Versioning, json) => {
    const checked = await versionsOf(on).check(json, NO_SECRETS);
    const warnings = views(checked.warnings);
    if (!checked.ok) return { valid: false, issues: views(checked.issues), warnings, compiled: null };
    return { valid: true, issues: [], warnings, compiled: viewCompiled(checked.compiled) };
  },
});

const views = (issues: readonly { code: string; message: string; path: string; nodeId?: string }[]) =>
  issues.map((it) => ({ ...it }));

function withoutScopeIds(json: JsonValue): JsonValue {
  if (!isPlainObject(json)) return json;
  const { organizationId: _, documentId: __, ...definition }: JsonObject = json;
  return definition;
}
