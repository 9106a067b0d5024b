/** The engine: everything put together. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import type { ExternalEventType } from '../interpreter/event.js';
import type { Change } from '../ports/store/executions.js';
import type { ApprovalEngine, EngineStats, ChangeOperations, TransactionOperations } from './api.js';
import { type Caller, checkCaller } from './shapes/shared/caller.js';
import { CommitSignals } from './feed/signals.js';
import { checkOptions } from './options/check-options.js';
import { type EngineContext, engineContext } from './context.js';
import type { NewTriggerJob } from './triggers/checked-plan.js';
import { ApprovalError } from './errors.js';
import { examine } from './doctor/doctor.js';
import type { DoctorReport } from './doctor/report.js';
import type { DoctorRequest } from './shapes/doctor/request.js';
import { isOk } from './observing/health.js';
import { EngineEvents, type EventListener } from './observing/events.js';
import { InboundOperations } from './operations/inbound.js';
import { operate } from './operations/operation.js';
import { type WorkspaceOperations, operationsOn } from './operations/workspace-operations.js';
import { workspace } from './shapes/shared/fields.js';
import { type EngineOptions, type EngineSettings, settingsOf } from './options/options.js';
import { Workers } from './jobs/workers.js';
import { StoreClock } from './scheduling/store-clock.js';

/** The workspace of a host that has only one. */
export const DEFAULT_WORKSPACE = 'default';

/**
 * Creates an engine on a store. Any number of engines and processes may share one store in a
 * database; on an in-memory store an engine does not see the jobs that others write. The job runner
 * starts at once.
 * @throws TypeError when an option makes no sense, at once and not at the first call.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({
 *   store: createMemoryStore(),
 *   agents: { spellcheck: () => ({ passed: true, summary: 'no mistakes' }) },
 * });
 * await engine.definitions.create({
 *   definitionId: 'check',
 *   name: 'Check',
 *   nodes: [
 *     { nodeId: 'spelling', type: 'agent', config: { agentId: 'spellcheck', urlPath: 'url' } },
 *   ],
 *   edges: [],
 * });
 * const { executionId } = await engine.executions.dispatch({
 *   definitionId: 'check',
 *   triggerContext: { url: 'https://example.com/letter' },
 * });
 * await engine.idle();
 * console.log((await engine.executions.get({ executionId })).status); // → completed
 * await engine.stop();
 * ```
 */
export function createApprovalEngine<Tx = never>(options: EngineOptions<Tx>): ApprovalEngine<Tx> {
  return new Engine(settingsOf(checkOptions(options)));
}

class Engine<Tx> implements ApprovalEngine<Tx> {
  readonly definitions: WorkspaceOperations['definitions'];
  readonly executions: WorkspaceOperations['executions'];
  readonly steps: WorkspaceOperations['steps'];
  readonly people: WorkspaceOperations['people'];
  readonly webhooks: WorkspaceOperations['webhooks'];
  readonly triggers: WorkspaceOperations['triggers'];
  readonly emit: WorkspaceOperations['emit'];
  readonly inbound: InboundOperations;
  readonly feed: WorkspaceOperations['feed'];
  readonly links: WorkspaceOperations['links'];
  readonly ask: WorkspaceOperations['ask'];
  readonly health: WorkspaceOperations['health'];
  readonly record: WorkspaceOperations['record'];

  private readonly settings: EngineSettings<Tx>;
  private readonly context: EngineContext;
  private readonly events: EngineEvents;
  private readonly workers: Workers;
  private readonly signals: CommitSignals;
  private readonly stopping = new AbortController();

  constructor(settings: EngineSettings<Tx>) {
    this.settings = settings;
    this.events = new EngineEvents(settings.logger);
    const clock = new StoreClock(settings.clock, settings.store);
    this.signals = new CommitSignals(clock);
    this.context = engineContext(settings, clock, {
      signals: this.signals,
      stopping: this.stopping.signal,
      onCommitted: (change) => this.committed(change),
      onRedelivery: () => this.workers.deliveriesAreDue(),
      onJobs: (jobs) => this.workers.noticeTriggers(jobs),
      runningJobs: () => this.workers.running,
    });
    this.workers = new Workers(this.context, settings);
    this.inbound = new InboundOperations(this.context);
    const own = this.forWorkspace(DEFAULT_WORKSPACE);
    this.definitions = own.definitions;
    this.executions = own.executions;
    this.steps = own.steps;
    this.people = own.people;
    this.webhooks = own.webhooks;
    this.triggers = own.triggers;
    this.emit = own.emit;
    this.feed = own.feed;
    this.links = own.links;
    this.ask = own.ask;
    this.health = own.health;
    this.record = own.record;
    if (settings.record !== null && settings.secretKeys.length === 0)
      settings.logger.warn(
        'record-without-seal: the chains of this engine are not sealed; give it secretKeys, so that a writer of the database cannot continue them',
      );
    if (settings.jobs.run) this.workers.start();
  }

  normalizeUserId(userId: string): string {
    return this.context.normalizeUserId(userId);
  }

  async isHealthy(): Promise<boolean> {
    return isOk(await this.context.health.at(null));
  }

  async doctor(request: DoctorRequest = {}): Promise<DoctorReport> {
    return examine(this.context, DEFAULT_WORKSPACE, request);
  }

  stats(): EngineStats {
    return this.workers.stats();
  }

  forWorkspace(workspaceId: string, caller: Caller = {}): WorkspaceOperations {
    checkCaller(caller);
    return onWorkspace(this.context, workspaceId, caller);
  }

  withTransaction(transaction: Tx): TransactionOperations {
    const store = this.settings.store.inTransaction?.(transaction);
    if (store === undefined) {
      throw new ApprovalError('FAILED_PRECONDITION', 'this store cannot join a transaction of the host');
    }
    const changes: Change[] = [];
    const triggerJobs: NewTriggerJob[] = [];
    let redelivered = false;
    // One connection runs one statement at a time, and its reads may roll back: cache nothing.
    const batches = { ...this.settings.batches, maxConcurrent: 1 };
    const settings = { ...this.settings, store, batches, cachedStateBytes: 0 };
    const context = engineContext(settings, this.context.clock, {
      signals: this.signals,
      stopping: this.stopping.signal,
      onCommitted: (change) => changes.push(change),
      onRedelivery: () => (redelivered = true),
      onJobs: (jobs) => triggerJobs.push(...jobs),
      runningJobs: this.context.runningJobs,
    });
    return {
      ...changesOn(context, DEFAULT_WORKSPACE),
      forWorkspace: (workspaceId) => changesOn(context, workspaceId),
      committed: () => {
        for (const change of changes.splice(0)) this.committed(change);
        this.workers.noticeTriggers(triggerJobs.splice(0));
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

  stop({ graceMs = 10_000 }: { readonly graceMs?: Duration } = {}): Promise<void> {
    this.stopping.abort(new Error('the engine is stopping'));
    return this.workers.stop(msOf(graceMs));
  }

  private committed(change: Change): void {
    this.workers.notice(change);
    this.signals.notice(change);
    this.events.publish(change.events, { workspaceId: change.state.workspaceId });
  }
}

function onWorkspace(
  context: EngineContext,
  given: string,
  { readsAs, ...rest }: Caller,
): WorkspaceOperations {
  const user = readsAs == null ? readsAs : context.normalizeUserId(readsAs);
  const caller: Caller = { ...rest, ...(user !== undefined && { readsAs: user }) };
  const { workspaceId } = context.parser.parse(workspace, { workspaceId: given });
  return operationsOn({ ...context, workspaceId, caller });
}

/** Leaves out waiting, which would hold the transaction open, and cursors of committed data. */
function changesOn(context: EngineContext, workspaceId: string): ChangeOperations {
  const {
    feed: _,
    ask: __,
    links: ___,
    health: ____,
    record: _____,
    executions,
    ...operations
  } = onWorkspace(context, workspaceId, {});
  const changing = Object.create(executions, {
    wait: { value: undefined },
  }) as ChangeOperations['executions'];
  return { ...operations, executions: changing };
}
