/** The work that an engine does by itself: agents, deadlines, deliveries and retention. */
import { JOB_KINDS } from '../../interpreter/job.js';
import { NODE_TIMERS } from '../../nodes/run.js';
import type { Timers } from '../../nodes/run-work.js';
import type { Change } from '../../ports/store/executions.js';
import type { ClaimedJob } from '../../ports/store/jobs.js';
import { Activity } from '../scheduling/activity.js';
import type { EngineStats } from '../api.js';
import { AbandonedCalls } from './abandoned-calls.js';
import { AgentCaller } from './agent-caller.js';
import { DirectoryAsker } from './directory-asker.js';
import type { EngineContext } from '../context.js';
import { JobRunner, type JobRunnerOptions } from './job-runner.js';
import type { EngineSettings } from '../options/options.js';
import { Retention } from './retention.js';
import { DeliveryWorker } from './delivery-worker.js';
import { ReceiverLimits } from './receiver-limits.js';

/** Commands of the jobs that are only timers. */
const TIMERS: Timers = {
  ...NODE_TIMERS,
  'step-deadline': (stepId, dueAt) => ({ kind: 'deadline-passed', stepId, dueAt }),
};
const TIMER_KINDS = JOB_KINDS.filter((kind) => Object.hasOwn(TIMERS, kind));
/** Concurrent directory queries for steps. */
const DIRECTORY_CONCURRENCY = 16;
const TIMER_CONCURRENCY = 64;

/** Parts of an engine that its jobs take. */
type Working = Pick<
  EngineContext,
  | 'store'
  | 'clock'
  | 'agents'
  | 'directory'
  | 'normalizeUserId'
  | 'pipeline'
  | 'definitions'
  | 'secrets'
  | 'activity'
  | 'callbackTokens'
  | 'telemetry'
>;

export class Workers {
  /** The time that agents take, and the directory. */
  readonly agentActivity = new Activity();
  private readonly abandonedCalls: AbandonedCalls;

  private readonly context: Working;
  private readonly settings: EngineSettings;
  private readonly agentCalls: JobRunner;
  private readonly timers: JobRunner;
  private readonly directory: JobRunner;
  private readonly deliveries: JobRunner | null;
  private readonly retention: Retention | null;

  constructor(context: Working, settings: EngineSettings) {
    this.context = context;
    this.settings = settings;
    this.abandonedCalls = new AbandonedCalls(context.clock, settings.logger);
    this.agentCalls = this.agentRunner();
    this.timers = this.runner({
      kinds: TIMER_KINDS,
      concurrency: TIMER_CONCURRENCY,
      perform: (job) => performTimer(context, job),
    });
    this.directory = this.directoryRunner();
    this.deliveries = this.deliveryRunner();
    this.retention = this.retentionOf();
  }

  start(): void {
    this.agentCalls.start();
    this.timers.start();
    this.directory.start();
    this.deliveries?.start();
    this.retention?.start();
  }

  async stop(graceMs: number): Promise<void> {
    const runners = [
      this.agentCalls,
      this.timers,
      this.directory,
      ...(this.deliveries === null ? [] : [this.deliveries]),
    ];
    await Promise.all([...runners.map((runner) => runner.stop(graceMs)), this.retention?.stop()]);
    this.abandonedCalls.stop();
  }

  /** Jobs of every kind that are being done. */
  get running(): number {
    const runners = [this.agentCalls, this.timers, this.directory, this.deliveries];
    return runners.reduce((sum, runner) => sum + (runner?.count ?? 0), 0);
  }

  stats(): EngineStats {
    return {
      agentCalls: { running: this.agentCalls.count, abandoned: this.abandonedCalls.count },
      timers: { running: this.timers.count },
      deliveries: { running: this.deliveries?.count ?? 0 },
    };
  }

  /** Handles work that a commit created or made obsolete. */
  notice({ state, newJobs, endedStepIds, push }: Change): void {
    this.agentCalls.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.agentCalls.notice(newJobs);
    this.timers.notice(newJobs);
    this.directory.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.directory.notice(newJobs);
    if (push !== null) this.deliveriesAreDue();
  }

  deliveriesAreDue(): void {
    this.deliveries?.notice([{ kind: 'webhook-delivery', dueAt: this.context.clock.now() }]);
  }

  private agentRunner(): JobRunner {
    const { store, agents, pipeline, activity, callbackTokens } = this.context;
    const { agentActivity, abandonedCalls: abandoned } = this;
    const caller = new AgentCaller({
      store,
      pipeline,
      agents,
      activity,
      agentActivity,
      abandoned,
      callbackTokens,
      telemetry: this.context.telemetry,
    });
    return this.runner({
      kinds: ['agent-call'],
      concurrency: this.settings.jobs.agentConcurrency,
      perform: (job, work) => caller.perform(job, work),
    });
  }

  private directoryRunner(): JobRunner {
    const { store, clock, pipeline, definitions, activity, directory } = this.context;
    const { agentActivity: directoryActivity } = this;
    const asker = new DirectoryAsker({
      store,
      clock,
      pipeline,
      definitions,
      directory,
      activity,
      directoryActivity,
      normalizeUserId: this.context.normalizeUserId,
    });
    return this.runner({
      kinds: ['resolve-reviewers'],
      concurrency: DIRECTORY_CONCURRENCY,
      perform: (job, work) => asker.perform(job, work),
    });
  }

  private deliveryRunner(): JobRunner | null {
    const { webhooks, batches: limits } = this.settings;
    if (webhooks === null) return null;
    const { store, clock, definitions, secrets } = this.context;
    const { transport, retryDelaysMs, random, concurrency, perReceiver } = webhooks;
    const deliveryWorker = new DeliveryWorker({
      store,
      clock,
      definitions,
      secrets,
      transport,
      retryDelaysMs,
      random,
      concurrency,
      perReceiver,
      limits,
      logger: this.settings.logger,
      telemetry: this.context.telemetry,
    });
    return this.runner({
      kinds: ['webhook-delivery'],
      concurrency: ReceiverLimits.claims(concurrency),
      keyLimits: (running) => deliveryWorker.limits(running),
      perform: (job, work) => deliveryWorker.perform(job, work),
    });
  }

  private retentionOf(): Retention | null {
    const { retention: options, logger } = this.settings;
    if (options === null) return null;
    const { store, clock, activity } = this.context;
    return new Retention({ store, clock, logger, activity, options });
  }

  private runner(own: Pick<JobRunnerOptions, 'kinds' | 'concurrency' | 'perform' | 'keyLimits'>): JobRunner {
    const { logger, random } = this.settings;
    const { leaseMs, pollMs } = this.settings.jobs;
    const { store, clock, activity, telemetry } = this.context;
    return new JobRunner({ store, clock, logger, random, activity, telemetry, leaseMs, pollMs, ...own });
  }
}

/** Performs a deadline, a run time limit or a reminder. */
async function performTimer({ pipeline, store }: Working, claimed: ClaimedJob): Promise<void> {
  const { job, token, dueAt } = claimed;
  const claim = { job, token, finishes: true };
  const command = TIMERS[job.kind]?.(job.stepId, dueAt);
  if (command === undefined) throw new Error(`a ${job.kind} job is not a timer`);
  const submitted = await pipeline.submit(job, command, claim);
  // The step has gone on without it.
  if (submitted.kind === 'refused') await store.finishJobs([claim]);
}
