/** What an engine is made from, and what it offers. */
import { RESERVED_AGENT_ID } from '../definition/definition.js';
import type { ExternalEventType } from '../interpreter/event.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { Logger } from '../ports/logger.js';
import { type ApprovalStore, STORE_CONTRACT_VERSION } from '../ports/store/store.js';
import type { WebhookTransport } from '../ports/webhooks.js';
import type { Agents } from './agent-caller.js';
import type { BatchLimits } from './batcher.js';
import type { EventListener } from './events.js';
import type { InboundOperations } from './operations/inbound.js';
import type { WorkspaceOperations } from './operations/table.js';
import type { RetentionOptions } from './retention.js';
import type { SecretKey } from './webhooks/vault.js';

export interface EngineOptions {
  /** Where everything is kept: `createMemoryStore()`, or a store on a database. */
  readonly store: ApprovalStore;
  /** The host's agents by agentId; the same in every process. */
  readonly agents?: Agents;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly logger?: Logger;
  readonly limits?: {
    /** JSON text of one request, in bytes; 1 MiB by default. */
    readonly requestBytes?: number;
    /** 10,000 by default. */
    readonly stepsPerExecution?: number;
  };
  readonly jobs?: {
    /** False in a process that only takes calls; another one must run them. True by default. */
    readonly run?: boolean;
    /** Agents called at once; 16 by default. */
    readonly agentConcurrency?: number;
    /** How long a job stays with a worker that gives no sign of life; 30 s by default, in ms. */
    readonly leaseMs?: number;
    /** How often to look for jobs of other processes on a shared store; 1 s by default, in ms. */
    readonly pollMs?: number;
  };
  /** Pushing events to receivers, and triggers; without it definitions and dispatches with webhooks are refused. */
  readonly webhooks?: WebhookOptions;
  /**
   * Seal the secrets of webhooks and triggers in the store, and sign callback tokens; newest first. Without any, a durable
   * store is given no secret.
   */
  readonly secretKeys?: readonly SecretKey[];
  /** Keeps secrets in a durable store as they are when there is no key; false by default. */
  readonly allowPlaintextSecrets?: boolean;
  /** Deletes executions some time after their end; by default they stay. */
  readonly retention?: RetentionOptions;
  /**
   * How much goes into one round trip to the store, and how many are under way; 64 and 4 by default, so that deciding
   * one batch and writing another overlap.
   */
  readonly batches?: Partial<BatchLimits>;
}

export interface WebhookOptions {
  /** `createWebhookTransport()` of `@org/approval-webhooks/node`. */
  readonly transport: WebhookTransport;
  /** Before each further attempt, in ms; 2 s, 8 s, 32 s, 2 min and 8 min by default. */
  readonly retryDelaysMs?: readonly number[];
  /** 0 to below 1, for the jitter. */
  readonly random?: () => number;
  /** Attempts of this process under way at once; 64 by default. */
  readonly concurrency?: number;
  /** Of those, to one receiver (by origin); 8 by default. */
  readonly perReceiver?: number;
}

export interface ApprovalEngine extends WorkspaceOperations {
  /** Triggers and callbacks, for whoever mounts them; `@org/approval-http` does. */
  readonly inbound: InboundOperations;
  /** The same operations on another workspace; the engine's own are on the workspace `default`. */
  forWorkspace(workspaceId: string): WorkspaceOperations;
  /** Calls `listener` for every external event that this process commits, after the commit, in seq order per execution. */
  on(type: 'event', listener: EventListener): () => void;
  on<T extends ExternalEventType>(type: T, listener: EventListener<T>): () => void;
  /**
   * Resolves when nothing is under way in this process and no job is due; for tests and scripts. With
   * `exceptAgents` it does not wait for agents that have been called and have not answered.
   */
  idle(options?: { readonly exceptAgents?: boolean }): Promise<void>;
  /**
   * The operations inside a transaction that the host has begun on its own connection: they come true with what the
   * host writes there, or not at all. Call them one after the other, and `committed()` once the host has committed:
   * events are then emitted in process, and due jobs begin at once (without it they begin when next looked for).
   * @throws ApprovalError FAILED_PRECONDITION for a store that cannot join a transaction.
   */
  withTransaction(transaction: unknown): TransactionOperations;
  /** Seals with the newest of `secretKeys` what was sealed with another, or not at all; gives how many. */
  resealSecrets(): Promise<number>;
  /**
   * Claims no more jobs, waits up to `graceMs` (10 s by default) for those under way, aborts the others and gives
   * them back. Operations still answer. The store stays open: it is the host's.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

/** Operations whose changes come true with a transaction of the host's. */
export interface TransactionOperations extends WorkspaceOperations {
  /** The same operations on another workspace, in the same transaction. */
  forWorkspace(workspaceId: string): WorkspaceOperations;
  /** To be called after the host's commit, and not after a rollback. */
  committed(): void;
}

/** @throws TypeError when an option makes no sense. */
export function checkOptions({ store, agents = {} }: EngineOptions): void {
  // A host without TypeScript may have left it out, or bring a store that was made for another release.
  const given = store as { readonly contractVersion?: number } | undefined;
  if (given?.contractVersion === undefined) {
    throw new TypeError('createApprovalEngine needs a store, such as createMemoryStore()');
  }
  if (given.contractVersion !== STORE_CONTRACT_VERSION) {
    throw new TypeError(
      `the store implements version ${given.contractVersion} of the store contract; this engine needs ${STORE_CONTRACT_VERSION}`,
    );
  }
  for (const [agentId, agent] of Object.entries(agents)) {
    if (agentId === RESERVED_AGENT_ID) throw new TypeError(`the agentId "${agentId}" is reserved`);
    if (typeof agent !== 'function') throw new TypeError(`the agent "${agentId}" is no function`);
  }
}
