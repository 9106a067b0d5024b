// Generated from the schemas of inbound.ts by `npm run types`. Do not edit.
import type { DeferredError } from '../steps/requests.gen.js';
import type { JsonPayload } from '../../../definition/payload.js';

/** Trigger of a definition that a request is for. */
export interface TriggerTarget {
  /** Definition that has the trigger. */
  definitionId: string;
  /** Id of the trigger. */
  triggerId: string;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/** Result of a deferred agent call. */
export interface CallbackBody {
  /** `completed`: the agent passed. `failed`: the step fails, without a retry. */
  status: 'completed' | 'failed';
  /** Output of the agent: a JSON object up to 256 KiB. */
  output?: JsonPayload | undefined;
  /** Description of the error, for `failed`: its message, alone or with a code. */
  error?: string | DeferredError | undefined;
}
