/** `triggers/list` (contract section 13). */
import type { DefinitionTrigger } from '../../../definition/triggers.js';
import { TRIGGER_KINDS } from '../../../lint/rules/triggers.js';
import type { StoredTrigger } from '../../../ports/store/triggers.js';
import { listTriggers } from '../../shapes/triggers/requests.js';
import { type TriggerView, triggerList } from '../../shapes/triggers/views.js';
import { triggersOf } from '../../triggers/of-version.js';
import { unknownDefinition } from '../definitions/shared.js';
import { defineOperation } from '../define.js';
import type { On } from '../../scope.js';

/**
 * Lists the triggers of the newest version of a definition: next instants, last executions and
 * errors.
 * @throws NOT_FOUND
 * @request {"definitionId": "access-review"}
 */
export const operation = defineOperation({
  path: 'triggers/list',
  summary: 'The triggers of a definition: next instants, last executions and errors.',
  request: listTriggers,
  result: triggerList,
  effect: 'read',
  permission: 'definitions:read',
  budget: 'read',
  run: async (on: On<'definitions' | 'store'>, { definitionId, ...scope }) => {
    const { definitions, store, workspaceId } = on;
    const version = await definitions.mostSpecific(workspaceId, definitionId, scope);
    if (version === null) throw unknownDefinition(definitionId);
    const { uid } = version;
    const stored = (await (store.schedules ?? store.events)?.listTriggers({ workspaceId, uid })) ?? [];
    const byId = new Map(stored.map((it) => [it.triggerId, it]));
    return { items: triggersOf(version).map((it) => viewOf(it, byId.get(it.triggerId))) };
  },
});

const NOTHING_YET = {
  nextAt: null,
  lastAt: null,
  lastScheduledAt: null,
  lastExecutionId: null,
  lastError: null,
  missed: 0,
  skipped: 0,
} as const;

function viewOf(trigger: DefinitionTrigger, stored: StoredTrigger | undefined): TriggerView {
  const { nextAt, lastAt, lastScheduledAt, lastExecutionId, lastError, missed, skipped } =
    stored ?? NOTHING_YET;
  return {
    triggerId: trigger.triggerId,
    kind: TRIGGER_KINDS.find((kind) => trigger[kind] !== undefined) ?? 'inboundWebhook',
    enabled: trigger.schedule?.enabled ?? true,
    nextAt,
    lastAt,
    lastScheduledAt,
    lastExecutionId,
    lastError: lastError && { ...lastError },
    missed,
    skipped,
  };
}
