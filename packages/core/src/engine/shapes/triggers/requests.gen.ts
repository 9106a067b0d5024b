// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { JsonValue } from '../../../definition/json.js';

/** Selects the definition. */
export interface ListTriggersRequest {
  /** Definition whose triggers are listed: the most specific one. */
  definitionId: string;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/** Schedule that starts an execution now. */
export interface FireTriggerRequest {
  /** Definition that has the trigger: the most specific one. */
  definitionId: string;
  /** Id of a schedule, enabled or not. */
  triggerId: string;
  /**
   * Makes a repeat return the first execution; unique in the workspace, up to 200 characters.
   */
  idempotencyKey?: string | undefined;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/** An event of the host, which triggers of its type may match. */
export interface EmitRequest {
  /** Type of the event, as in `order.paid`. */
  type: string;
  /** JSON up to 256 KiB; null by default. */
  payload?: JsonValue | undefined;
  /**
   * Id of the event from its source, 1 to 200 characters; each id is one event. One is made by
   * default.
   */
  id?: string | undefined;
  /** Organization that the event belongs to. */
  organizationId?: string | undefined;
  /** Document that it belongs to; needs its organizationId. */
  documentId?: string | undefined;
  /** Initiator of the executions that start. */
  initiatorId?: string | undefined;
}
