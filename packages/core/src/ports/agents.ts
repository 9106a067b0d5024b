/** AI agents: functions of the host (contract section 8). */
import type { JsonObject } from '../definition/json.js';

/** Argument of an agent call. The JSON in it is frozen. */
export interface AgentRequest {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly stepId: string;
  readonly nodeId: string;
  /** Attempt number from 1; a call that died with its worker is repeated with the same number. */
  readonly attempt: number;
  /** Value at the node's `urlPath` in the trigger context. */
  readonly url: string;
  /**
   * Input of the step: `{}` at the start of a run, `{fromNodeId, fromStepId, output}` of the
   * previous step behind an edge, or the data of a group or loop; and the fields of `inputMapping`.
   */
  readonly input: JsonObject;
  /** Input of the run, as dispatched. */
  readonly triggerContext: JsonObject;
  /** Prompt of the node for the agent; null without one. */
  readonly promptOverride: string | null;
  /** Same for every attempt of a step: pass it to effects that must not happen twice. */
  readonly idempotencyKey: string;
  /**
   * Token to complete this step later over HTTP (contract section 13); null on a durable store
   * without `secretKeys`.
   * @see docs/reference/contract.md#13-inbound-webhooks
   */
  readonly callbackToken: string | null;
  /**
   * Aborted when the step has ended, the lease is lost, or the engine stops: the result is void.
   */
  readonly signal: AbortSignal;
}

/** Result of an agent: its verdict, or that it will follow later. */
export type AgentResponse =
  | {
      /** True if the agent has no objection. */
      readonly passed: boolean;
      /** Result as text, for people. */
      readonly summary?: string | undefined;
      /** Result for the next steps, up to 256 KiB of JSON, without `decision` and `approved`. */
      readonly output?: JsonObject | undefined;
      /** Findings to resolve before a blocking step goes on; each has its own `findingId`. */
      readonly findings?: readonly (JsonObject & { readonly findingId: string })[] | undefined;
    }
  /** The result comes later, through the callback route or `steps.completeDeferred`. */
  | {
      /** Keeps the step running until it is called back. */
      readonly deferred: true;
    };

/**
 * Called at least once for every agent step, outside any transaction. A throw is retried by the
 * node's `retry`; then the step fails.
 */
export type AgentFunction = (request: AgentRequest) => AgentResponse | Promise<AgentResponse>;

/** The host's agents by agentId. */
export type Agents = Readonly<Record<string, AgentFunction>>;
