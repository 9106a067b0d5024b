/** `triggers/fire` (contract section 13). */
import type { DefinitionVersion } from '../../../ports/store/definitions.js';
import { isJsonArray } from '../../../definition/json.js';
import { objectOf } from '../../webhooks/check.js';
import { invalidField } from '../../../definition/issue.js';
import { ApprovalError, invalidArgument } from '../../errors.js';
import { type DispatchResult, dispatchResult } from '../../shapes/results.js';
import { type FireTriggerRequest, fireTrigger } from '../../shapes/triggers/requests.js';
import { scheduleContext } from '../../triggers/schedule-run.js';
import { triggerOf } from '../../triggers/of-version.js';
import type { Acting } from '../define.js';
import { defineOperation } from '../define.js';
import { unknownDefinition } from '../definitions/shared.js';
import { refuseReservedKey } from '../guards.js';
import type { On } from '../../scope.js';

type FiringNow = On<'definitions' | 'store' | 'clock' | 'dispatcher' | 'normalizeUserId'>;

/** Person who fires a schedule. */
export interface FireOptions {
  /** Contributor of the execution, who may not approve it alone. */
  readonly contributorId?: string | undefined;
}

/** In process the caller names who fires the schedule. */
export type Method = (request: FireTriggerRequest, options?: FireOptions) => Promise<DispatchResult>;

/** A version that changes at each of these looks is given up. */
const LOOKS = 10;

/**
 * Starts an execution of a schedule now, disabled or not: `execution.input.schedule` has `manual:
 * true`. The caller is a contributor of it, and separation of duties is enforced where any node
 * asks for separation.
 * @throws NOT_FOUND; INVALID_ARGUMENT for a trigger that is not a schedule.
 * @request {"definitionId": "access-review", "triggerId": "quarterly", "idempotencyKey": "2027-q1"}
 */
export const operation = defineOperation({
  path: 'triggers/fire',
  summary: 'Starts an execution of a schedule now.',
  request: fireTrigger,
  result: dispatchResult,
  effect: 'keyed',
  permission: 'executions:dispatch',
  budget: 'dispatch',
  options: ({ subject }: Acting): FireOptions => (subject === null ? {} : { contributorId: subject }),
  run: async (
    on: FiringNow,
    { definitionId, triggerId, idempotencyKey, ...scope },
    options?: FireOptions,
  ) => {
    refuseReservedKey(idempotencyKey);
    const { definitions, workspaceId, clock, dispatcher, store } = on;
    for (let looks = 0; looks < LOOKS; looks++) {
      const version = await definitions.mostSpecific(workspaceId, definitionId, scope);
      if (version === null) throw unknownDefinition(definitionId);
      const trigger = triggerOf(version, triggerId);
      if (trigger === undefined)
        throw new ApprovalError('NOT_FOUND', `definition "${definitionId}" has no trigger "${triggerId}"`);
      const { schedule } = trigger;
      if (schedule === undefined)
        throw invalidArgument([invalidField('triggerId', `"${triggerId}" is not a schedule`)]);
      const { organizationId, documentId, uid } = version;
      const scheduledAt = clock.now();
      const caller = options?.contributorId;
      const contributorId = caller === undefined ? undefined : on.normalizeUserId(caller);
      const isSeparated = separates(version);
      // Separation of duties needs an initiator, and the person who fires it is one.
      const initiatorId = schedule.initiatorId ?? (isSeparated ? contributorId : undefined);
      const request = {
        triggerContext: scheduleContext({ triggerId }, schedule, scheduledAt, { manual: true }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(initiatorId !== undefined && { initiatorId }),
        ...(contributorId !== undefined && { contributorIds: [contributorId] }),
        ...(isSeparated && { enforceSeparation: true }),
        ...(organizationId !== null && { organizationId }),
        ...(documentId !== null && { documentId }),
      };
      const startedBy = { kind: 'schedule', triggerId, id: null } as const;
      const started = await dispatcher.dispatchNewest(version, request, startedBy);
      if (started === null) continue;
      if (!started.deduplicated) {
        const note = { lastAt: scheduledAt, lastExecutionId: started.executionId };
        await store.schedules?.noteTriggers([{ trigger: { workspaceId, uid, triggerId }, note }]);
      }
      return started;
    }
    throw new ApprovalError('UNAVAILABLE', `definition "${definitionId}" keeps changing; try again`);
  },
});

/** True if any node asks for separation of duties. */
function separates({ authored: { nodes } }: DefinitionVersion): boolean {
  const list = nodes !== undefined && isJsonArray(nodes) ? nodes : [];
  return list.some((node) => objectOf(objectOf(node)['config'])['separation'] !== undefined);
}
