/** The engine: everything put together. */
import { RESERVED_AGENT_ID } from '../definition/definition.js';
import { LIMITS } from '../definition/limits.js';
import type { ExternalEventType } from '../interpreter/event.js';
import type { JobKind } from '../interpreter/job.js';
import type { Environment } from '../interpreter/turn.js';
import { type Clock, systemClock } from '../ports/clock.js';
import { type Ids, randomIds } from '../ports/ids.js';
import { type Logger, consoleLogger } from '../ports/logger.js';
import type { Change } from '../ports/store/executions.js';
import type { WebhookTransport } from '../ports/webhooks.js';
import type { ClaimedJob } from '../ports/store/jobs.js';
import { type ApprovalStore, STORE_CONTRACT_VERSION } from '../ports/store/store.js';
import { Activity } from './activity.js';
import { AgentCaller, type Agents } from './agent-caller.js';
import type { BatchLimits } from './batcher.js';
import type { EngineContext } from './context.js';
import { DefinitionCache } from './definition-cache.js';
import { Dispatcher } from './dispatcher.js';
import { EngineEvents, type EventListener } from './events.js';
import { JobRunner, type JobRunnerOptions } from './job-runner.js';
import { Pipeline } from './pipeline.js';
import { DefinitionOperations } from './operations/definitions.js';
import { ExecutionOperations } from './operations/executions.js';
import { operate } from './operations/operation.js';
import { StepOperations } from './operations/steps.js';
import type { WorkspaceOperations } from './operations/table.js';
import { WebhookOperations } from './operations/webhooks.js';
import { RequestParser } from './requests/parse.js';
import { Deliverer, RETRY_DELAYS_MS } from './webhooks/deliverer.js';
import { SecretKeeper } from './webhooks/secret-keeper.js';
import { type SecretKey, Vault } from './webhooks/vault.js';

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
  /** How much goes into one round trip to the store, and how many are under way; 256 and 4 by default. */
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
  /** Seals with the newest of `secretKeys` what was sealed with another, or not at all; gives how many. */
  resealSecrets(): Promise<number>;
  /**
   * Claims no more jobs, waits up to `graceMs` (10 s by default) for those under way, aborts the others and gives
   * them back. Operations still answer. The store stays open: it is the host's.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

export const DEFAULT_WORKSPACE = 'default';

const TIMER_KINDS: readonly JobKind[] = ['step-deadline', 'agent-timeout'];
const TIMER_CONCURRENCY = 64;

/** @throws Error when an option makes no sense, at once and not at the first call. */
export function createApprovalEngine(options: EngineOptions): ApprovalEngine {
  checkOptions(options);
  return new Engine(options);
}

function checkOptions({ store, agents = {} }: EngineOptions): void {
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

class Engine implements ApprovalEngine {
  readonly definitions: DefinitionOperations;
  readonly executions: ExecutionOperations;
  readonly steps: StepOperations;
  readonly webhooks: WebhookOperations;

  private readonly context: EngineContext;
  private readonly events: EngineEvents;
  private readonly agentCalls: JobRunner;
  private readonly timers: JobRunner;
  private readonly deliveries: JobRunner | null;
  private readonly agentActivity = new Activity();

  constructor(options: EngineOptions) {
    this.events = new EngineEvents(options.logger ?? consoleLogger);
    this.context = engineContext(options, {
      onCommitted: (change) => this.committed(change),
      onRedelivery: () => this.deliveriesAreDue(),
    });
    const { store, agents, pipeline, activity } = this.context;
    const caller = new AgentCaller({ store, pipeline, agents, activity, agentActivity: this.agentActivity });
    this.agentCalls = this.runner(options, {
      kinds: ['agent-call'],
      concurrency: options.jobs?.agentConcurrency ?? 16,
      perform: (job, work) => caller.perform(job, work),
    });
    this.timers = this.runner(options, {
      kinds: TIMER_KINDS,
      concurrency: TIMER_CONCURRENCY,
      perform: (job) => performTimer(this.context, job),
    });
    this.deliveries = this.deliveryRunner(options);
    const own = this.forWorkspace(DEFAULT_WORKSPACE);
    this.definitions = own.definitions;
    this.executions = own.executions;
    this.steps = own.steps;
    this.webhooks = own.webhooks;
    if (options.jobs?.run === false) return;
    this.agentCalls.start();
    this.timers.start();
    this.deliveries?.start();
  }

  forWorkspace(workspaceId: string): WorkspaceOperations {
    return {
      definitions: new DefinitionOperations(this.context, workspaceId),
      executions: new ExecutionOperations(this.context, workspaceId),
      steps: new StepOperations(this.context, workspaceId),
      webhooks: new WebhookOperations(this.context, workspaceId),
    };
  }

  on(type: 'event' | ExternalEventType, listener: EventListener<never>): () => void {
    return this.events.on(type as 'event', listener as EventListener);
  }

  async idle({ exceptAgents = false } = {}): Promise<void> {
    const parts = [this.context.activity, ...(exceptAgents ? [] : [this.agentActivity])];
    // The end of one part may have begun another.
    while (!parts.every((it) => it.isIdle)) await Promise.all(parts.map((it) => it.idle()));
  }

  resealSecrets(): Promise<number> {
    return operate(this.context, () => this.context.secrets.resealAll());
  }

  async stop({ graceMs = 10_000 } = {}): Promise<void> {
    const runners = [this.agentCalls, this.timers, ...(this.deliveries === null ? [] : [this.deliveries])];
    await Promise.all(runners.map((runner) => runner.stop(graceMs)));
  }

  private runner(
    { jobs: { leaseMs = 30_000, pollMs = 1_000 } = {}, logger = consoleLogger }: EngineOptions,
    own: Pick<JobRunnerOptions, 'kinds' | 'concurrency' | 'perform' | 'lanes'>,
  ): JobRunner {
    const { store, clock, activity } = this.context;
    return new JobRunner({ store, clock, logger, activity, leaseMs, pollMs, ...own });
  }

  private deliveryRunner(options: EngineOptions): JobRunner | null {
    if (options.webhooks === undefined) return null;
    const { store, clock, definitions, secrets } = this.context;
    const { transport, retryDelaysMs = RETRY_DELAYS_MS, random = Math.random } = options.webhooks;
    const { concurrency = 64, perReceiver = 8 } = options.webhooks;
    const deliverer = new Deliverer({
      ...{ store, clock, definitions, secrets, transport, retryDelaysMs, random, perReceiver },
      limits: batchLimits(options),
    });
    return this.runner(options, {
      kinds: ['webhook-delivery'],
      concurrency,
      lanes: (running) => deliverer.limits(running),
      perform: (job, work) => deliverer.perform(job, work),
    });
  }

  private deliveriesAreDue(): void {
    this.deliveries?.notice([{ kind: 'webhook-delivery', dueAt: this.context.clock.now() }]);
  }

  private committed({ state, events, newJobs, endedStepIds, push }: Change): void {
    this.agentCalls.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.agentCalls.notice(newJobs);
    this.timers.notice(newJobs);
    if (push !== null) this.deliveriesAreDue();
    this.events.publish(events, { workspaceId: state.workspaceId });
  }
}

const batchLimits = ({ batches }: EngineOptions): BatchLimits => ({
  maxSize: 256,
  maxConcurrent: 4,
  ...batches,
});

interface Hooks extends Pick<EngineContext, 'onRedelivery'> {
  readonly onCommitted: (change: Change) => void;
}

function engineContext(options: EngineOptions, { onCommitted, onRedelivery }: Hooks): EngineContext {
  const { store, agents = {}, clock = systemClock, ids = randomIds } = options;
  const limits = batchLimits(options);
  const environment = (): Environment => ({
    now: clock.now(),
    newEventId: () => ids.next('evt'),
    maxStepsPerExecution: options.limits?.stepsPerExecution ?? LIMITS.stepsPerExecution,
  });
  const definitions = new DefinitionCache(store, limits);
  const vault = new Vault({
    keys: options.secretKeys ?? [],
    plaintext: options.allowPlaintextSecrets === true || !store.durable,
  });
  const secrets = new SecretKeeper({ store, definitions, vault });
  const pipeline = new Pipeline({ store, definitions, environment, limits, onCommitted });
  return {
    store,
    clock,
    ids,
    agents,
    parser: new RequestParser(options.limits?.requestBytes ?? LIMITS.requestBytes),
    definitions,
    pipeline,
    dispatcher: new Dispatcher({ store, definitions, secrets, pipeline, ids, environment, limits }),
    transport: options.webhooks?.transport ?? null,
    secrets,
    onRedelivery,
    environment,
    activity: new Activity(),
  };
}

/** A deadline or a ceiling of run time has come. */
async function performTimer({ pipeline, store }: EngineContext, { job, token }: ClaimedJob): Promise<void> {
  const { stepId } = job;
  const claim = { job, token, finishes: true };
  const submitted =
    job.kind === 'step-deadline'
      ? await pipeline.submit(job, { kind: 'deadline-passed', stepId }, claim)
      : await pipeline.submit(job, { kind: 'agent-timed-out', stepId }, claim);
  // The step has gone on without it.
  if (submitted.kind === 'refused') await store.finishJobs([claim]);
}
