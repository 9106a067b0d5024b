/** The engine: everything put together. */
import type { ExternalEventType } from '../interpreter/event.js';
import { consoleLogger } from '../ports/logger.js';
import type { Change } from '../ports/store/executions.js';
import { type EngineContext, engineContext } from './context.js';
import { ApprovalError } from './errors.js';
import { EngineEvents, type EventListener } from './events.js';
import { DefinitionOperations } from './operations/definitions.js';
import { ExecutionOperations } from './operations/executions.js';
import { InboundOperations } from './operations/inbound.js';
import { operate } from './operations/operation.js';
import { StepOperations } from './operations/steps.js';
import type { WorkspaceOperations } from './operations/table.js';
import { WebhookOperations } from './operations/webhooks.js';
import {
  type ApprovalEngine,
  type EngineOptions,
  type TransactionOperations,
  checkOptions,
} from './options.js';
import { Workers } from './workers.js';

export const DEFAULT_WORKSPACE = 'default';

/** @throws Error when an option makes no sense, at once and not at the first call. */
export function createApprovalEngine(options: EngineOptions): ApprovalEngine {
  checkOptions(options);
  return new Engine(options);
}

class Engine implements ApprovalEngine {
  readonly definitions: DefinitionOperations;
  readonly executions: ExecutionOperations;
  readonly steps: StepOperations;
  readonly webhooks: WebhookOperations;
  readonly inbound: InboundOperations;

  private readonly options: EngineOptions;
  private readonly context: EngineContext;
  private readonly events: EngineEvents;
  private readonly workers: Workers;

  constructor(options: EngineOptions) {
    this.options = options;
    this.events = new EngineEvents(options.logger ?? consoleLogger);
    this.context = engineContext(options, {
      onCommitted: (change) => this.committed(change),
      onRedelivery: () => this.workers.deliveriesAreDue(),
    });
    this.workers = new Workers(this.context, options);
    this.inbound = new InboundOperations(this.context);
    const own = this.forWorkspace(DEFAULT_WORKSPACE);
    this.definitions = own.definitions;
    this.executions = own.executions;
    this.steps = own.steps;
    this.webhooks = own.webhooks;
    if (options.jobs?.run !== false) this.workers.start();
  }

  forWorkspace(workspaceId: string): WorkspaceOperations {
    return operationsOn(this.context, workspaceId);
  }

  withTransaction(transaction: unknown): TransactionOperations {
    const store = this.options.store.inTransaction?.(transaction);
    if (store === undefined) {
      throw new ApprovalError('FAILED_PRECONDITION', 'this store cannot join a transaction of the host');
    }
    const changes: Change[] = [];
    let redelivered = false;
    // One connection does one thing at a time; and what it sees may never be, so its definitions are not remembered.
    const options = { ...this.options, store, batches: { ...this.options.batches, maxConcurrent: 1 } };
    const context = engineContext(options, {
      onCommitted: (change) => changes.push(change),
      onRedelivery: () => (redelivered = true),
    });
    return {
      ...operationsOn(context, DEFAULT_WORKSPACE),
      forWorkspace: (workspaceId) => operationsOn(context, workspaceId),
      committed: () => {
        for (const change of changes.splice(0)) this.committed(change);
        if (redelivered) this.workers.deliveriesAreDue();
      },
    };
  }

  on(type: 'event' | ExternalEventType, listener: EventListener<never>): () => void {
    return this.events.on(type as 'event', listener as EventListener);
  }

  async idle({ exceptAgents = false } = {}): Promise<void> {
    const parts = [this.context.activity, ...(exceptAgents ? [] : [this.workers.agentActivity])];
    // The end of one part may have begun another.
    while (!parts.every((it) => it.isIdle)) await Promise.all(parts.map((it) => it.idle()));
  }

  resealSecrets(): Promise<number> {
    return operate(this.context, () => this.context.secrets.resealAll());
  }

  stop({ graceMs = 10_000 } = {}): Promise<void> {
    return this.workers.stop(graceMs);
  }

  private committed(change: Change): void {
    this.workers.notice(change);
    this.events.publish(change.events, { workspaceId: change.state.workspaceId });
  }
}

const operationsOn = (context: EngineContext, workspaceId: string): WorkspaceOperations => ({
  definitions: new DefinitionOperations(context, workspaceId),
  executions: new ExecutionOperations(context, workspaceId),
  steps: new StepOperations(context, workspaceId),
  webhooks: new WebhookOperations(context, workspaceId),
});
