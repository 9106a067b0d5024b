// Generated from the schemas of inbound.ts by `npm run types`. Do not edit.
import type { JsonPayload } from '../../../definition/payload.js';

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
