/** Requests on triggers (contract section 13). */
import * as z from 'zod';
import {
  actorId,
  definitionId,
  externalId,
  keyId,
  lineOf,
  localId,
} from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';
import { payloadValue } from '../../../definition/payload.js';
import { hostEventType } from '../../../definition/triggers.js';
import { scopeIds, withScope } from '../shared/fields.js';

export type * from './requests.gen.js';

export const listTriggers = withScope(
  z.strictObject({
    definitionId: definitionId.describe('Definition whose triggers are listed: the most specific one.'),
    ...scopeIds,
  }),
).meta({ id: 'ListTriggersRequest', description: 'Selects the definition.' });

export const fireTrigger = withScope(
  z.strictObject({
    definitionId: definitionId.describe('Definition that has the trigger: the most specific one.'),
    triggerId: localId.describe('Id of a schedule, enabled or not.'),
    idempotencyKey: keyId
      .optional()
      .describe('Makes a repeat return the first execution; unique in the workspace, up to 200 characters.'),
    ...scopeIds,
  }),
).meta({ id: 'FireTriggerRequest', description: 'Schedule that starts an execution now.' });

/** Fields of an event beside its type and its payload. */
export const emitOptions = {
  id: lineOf(LIMITS.referenceLength)
    .optional()
    .describe(
      'Id of the event from its source, 1 to 200 characters; each id is one event. One is made by default.',
    ),
  organizationId: externalId.optional().describe('Organization that the event belongs to.'),
  documentId: externalId.optional().describe('Document that it belongs to; needs its organizationId.'),
  initiatorId: actorId.optional().describe('Initiator of the executions that start.'),
};

export const emitEvent = withScope(
  z.strictObject({
    type: hostEventType.describe('Type of the event, as in `order.paid`.'),
    payload: payloadValue.optional().describe('JSON up to 256 KiB; null by default.'),
    ...emitOptions,
  }),
).meta({ id: 'EmitRequest', description: 'An event of the host, which triggers of its type may match.' });
