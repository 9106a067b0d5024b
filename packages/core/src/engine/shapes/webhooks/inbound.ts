/** Requests of the outside world (contract section 13). */
import * as z from 'zod';
import { definitionId, localId } from '../../../definition/identifiers.js';
import { scopeIds, withScope } from '../shared/fields.js';
import { completeDeferred } from '../steps/requests.js';

export type * from './inbound.gen.js';

export const triggerTarget = withScope(
  z.strictObject({
    definitionId: definitionId.describe('Definition that has the trigger.'),
    triggerId: localId.describe('Id of the trigger.'),
    ...scopeIds,
  }),
).meta({ id: 'TriggerTarget', description: 'Trigger of a definition that a request is for.' });
export const callbackBody = completeDeferred
  .pick({ status: true, output: true, error: true })
  .meta({ id: 'CallbackBody', description: 'Result of a deferred agent call.' });
