/** AI agents: functions of the host (contract section 8). */
import type { JsonObject } from '../definition/json.js';

/** What an agent is called with. The JSON in it is frozen. */
export interface AgentRequest {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly stepId: string;
  readonly nodeId: string;
  /** From 1; a call that died with its worker is repeated with the same number. */
  readonly attempt: number;
  /** What the node's `urlPath` leads to in the trigger context. */
  readonly url: string;
  /**
   * What the step was started with: `{}` at the beginning of a run, `{fromNodeId, fromStepId, output}` of the step before behind
   * an edge, what a group or a loop gives; and beside that what `inputMapping` names.
   */
  readonly input: JsonObject;
  /** What the run is about, as the dispatch gave it. */
  readonly triggerContext: JsonObject;
  /** Text that the node has for the agent; null without one. */
  readonly promptOverride: string | null;
  /** The same for every attempt of one step: pass it on to whatever must not happen twice. */
  readonly idempotencyKey: string;
  /**
   * Lets the outside world complete this step over HTTP (contract section 13), for an agent that responds later; null on
   * a durable store without `secretKeys`.
   * @see docs/reference/contract.md#13-inbound-webhooks
   */
  readonly callbackToken: string | null;
  /** Aborted when the step has ended otherwise, the worker lost its lease, or the engine stops; the result then counts no more. */
  readonly signal: AbortSignal;
}

/** What an agent returns: its verdict, or that it will come later. */
export type AgentResponse =
  | {
      /** Whether it found nothing that stands in the way. */
      readonly passed: boolean;
      /** Result in words, for people. */
      readonly summary?: string | undefined;
      /** Result for the steps that follow, up to 256 KiB of JSON; `decision` and `approved` are dropped. */
      readonly output?: JsonObject | undefined;
      /** What people must resolve before a blocking step goes on; each has its own `findingId`. */
      readonly findings?: readonly (JsonObject & { readonly findingId: string })[] | undefined;
    }
  /** The result comes later, through the callback route or `steps.completeDeferred`. */
  | {
      /** Keeps the step running until it is called back. */
      readonly deferred: true;
    };

/**
 * Called at least once for every agent step, outside any transaction. A throw is retried as the node's `retry`
 * says; then the step fails.
 */
export type AgentFunction = (request: AgentRequest) => AgentResponse | Promise<AgentResponse>;

/** The host's agents by agentId. */
export type Agents = Readonly<Record<string, AgentFunction>>;
