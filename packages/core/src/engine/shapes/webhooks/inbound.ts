/** Requests of the outside world (contract section 13). */
import * as z from 'zod';
import type { JsonPayload } from '../../../definition/payload.js';
import { definitionId, localId } from '../../../definition/identifiers.js';
import { scopeIds, withScope } from '../shared/fields.js';
import { completeDeferred } from '../steps/requests.js';

export const triggerTarget = withScope(
  z.strictObject({
    definitionId: definitionId.describe('Definition that has the trigger.'),
    triggerId: localId.describe('Which of its triggers.'),
    ...scopeIds,
  }),
).meta({ id: 'TriggerTarget', description: 'Which trigger of which definition a request is for.' });
export const callbackBody = completeDeferred
  .pick({ status: true, output: true, error: true })
  .meta({ id: 'CallbackBody', description: 'How a deferred agent call ended.' });

/** Which trigger of which definition a request is for. */
export interface TriggerTarget {
  /** Definition that has the trigger. */
  definitionId: string;
  /** Which of its triggers. */
  triggerId: string;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/** How a deferred agent call ended. */
export interface CallbackBody {
  /** `completed`: the agent passed. `failed`: the step fails, without a retry. */
  status: 'completed' | 'failed';
  /** Output of the agent: a JSON object up to 256 KiB. */
  output?: JsonPayload | undefined;
  /** What went wrong, for `failed`. */
  error?: string | undefined;
}
