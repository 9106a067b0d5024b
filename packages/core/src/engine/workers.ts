/** The work that an engine does by itself: agents, deadlines, deliveries and retention. */
import type { JobKind } from '../interpreter/job.js';
import { consoleLogger } from '../ports/logger.js';
import type { Change } from '../ports/store/executions.js';
import type { ClaimedJob } from '../ports/store/jobs.js';
import { Activity } from './activity.js';
import { AgentCaller } from './agent-caller.js';
import { type EngineContext, batchLimits } from './context.js';
import { JobRunner, type JobRunnerOptions } from './job-runner.js';
import type { EngineOptions } from './options.js';
import { Retention } from './retention.js';
import { Deliverer, RETRY_DELAYS_MS } from './webhooks/deliverer.js';

const TIMER_KINDS: readonly JobKind[] = ['step-deadline', 'agent-timeout'];
const TIMER_CONCURRENCY = 64;

export class Workers {
  /** The time that agents take. */
  readonly agentActivity = new Activity();

  private readonly context: EngineContext;
  private readonly options: EngineOptions;
  private readonly agentCalls: JobRunner;
  private readonly timers: JobRunner;
  private readonly deliveries: JobRunner | null;
  private readonly retention: Retention | null;

  constructor(context: EngineContext, options: EngineOptions) {
    this.context = context;
    this.options = options;
    this.agentCalls = this.agentRunner();
    this.timers = this.runner({
      kinds: TIMER_KINDS,
      concurrency: TIMER_CONCURRENCY,
      perform: (job) => performTimer(context, job),
    });
    this.deliveries = this.deliveryRunner();
    this.retention = this.retentionOf();
  }

  start(): void {
    this.agentCalls.start();
    this.timers.start();
    this.deliveries?.start();
    this.retention?.start();
  }

  async stop(graceMs: number): Promise<void> {
    const runners = [this.agentCalls, this.timers, ...(this.deliveries === null ? [] : [this.deliveries])];
    await Promise.all([...runners.map((runner) => runner.stop(graceMs)), this.retention?.stop()]);
  }

  /** What a commit has left to do, or made needless. */
  notice({ state, newJobs, endedStepIds, push }: Change): void {
    this.agentCalls.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.agentCalls.notice(newJobs);
    this.timers.notice(newJobs);
    if (push !== null) this.deliveriesAreDue();
  }

  deliveriesAreDue(): void {
    this.deliveries?.notice([{ kind: 'webhook-delivery', dueAt: this.context.clock.now() }]);
  }

  private agentRunner(): JobRunner {
    const { store, agents, pipeline, activity, callbackTokens } = this.context;
    const { agentActivity } = this;
    const caller = new AgentCaller({ store, pipeline, agents, activity, agentActivity, callbackTokens });
    return this.runner({
      kinds: ['agent-call'],
      concurrency: this.options.jobs?.agentConcurrency ?? 16,
      perform: (job, work) => caller.perform(job, work),
    });
  }

  private deliveryRunner(): JobRunner | null {
    const { options } = this;
    if (options.webhooks === undefined) return null;
    const { store, clock, definitions, secrets } = this.context;
    const { transport, retryDelaysMs = RETRY_DELAYS_MS, random = Math.random } = options.webhooks;
    const { concurrency = 64, perReceiver = 8 } = options.webhooks;
    const deliverer = new Deliverer({
      ...{ store, clock, definitions, secrets, transport, retryDelaysMs, random, perReceiver },
      limits: batchLimits(options),
    });
    return this.runner({
      kinds: ['webhook-delivery'],
      concurrency,
      lanes: (running) => deliverer.limits(running),
      perform: (job, work) => deliverer.perform(job, work),
    });
  }

  private retentionOf(): Retention | null {
    const { retention: options, logger = consoleLogger } = this.options;
    if (options === undefined) return null;
    const { store, clock, activity } = this.context;
    return new Retention({ store, clock, logger, activity, options });
  }

  private runner(own: Pick<JobRunnerOptions, 'kinds' | 'concurrency' | 'perform' | 'lanes'>): JobRunner {
    const { jobs: { leaseMs = 30_000, pollMs = 1_000 } = {}, logger = consoleLogger } = this.options;
    const { store, clock, activity } = this.context;
    return new JobRunner({ store, clock, logger, activity, leaseMs, pollMs, ...own });
  }
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
