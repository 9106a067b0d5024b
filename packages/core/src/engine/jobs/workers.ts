/** The work that an engine does by itself: agents, deadlines, deliveries and retention. */
import { JOB_KINDS } from '../../interpreter/job.js';
import { NODE_TIMERS } from '../../nodes/run.js';
import type { Timers } from '../../nodes/run-work.js';
import type { Change } from '../../ports/store/executions.js';
import type { ClaimedJob } from '../../ports/store/jobs.js';
import { Activity } from '../scheduling/activity.js';
import type { EngineStats } from '../api.js';
import { AbandonedCalls } from './abandoned-calls.js';
import type { NewTriggerJob } from '../triggers/checked-plan.js';
import { EventStarter } from './event-starter.js';
import { ScheduleWorker } from './schedule-worker.js';
import { AgentCaller } from './agent-caller.js';
import { CallWorker } from './calls/call-worker.js';
import { CHILD_JOBS, ChildRunner } from './child-runner.js';
import { ChildStarter } from '../commit/child-starter.js';
import { DirectoryAsker } from './directory-asker.js';
import type { EngineContext } from '../context.js';
import { JobRunner, type JobRunnerOptions } from './job-runner.js';
import { DEFAULT_WEBHOOKS, type EngineSettings } from '../options/options.js';
import { Retention } from './retention.js';
import { DeliveryWorker } from './delivery-worker.js';
import { ReceiverCounts } from './receiver-counts.js';
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
/** Concurrent starts and ends of runs of steps. */
const CHILD_CONCURRENCY = 16;
/** Executions of schedules that start at once, and those of events. */
const TRIGGER_CONCURRENCY = 32;

/** Parts of an engine that its jobs take. */
type Working = Pick<
  EngineContext,
  | 'store'
  | 'clock'
  | 'agents'
  | 'directory'
  | 'normalizeUserId'
  | 'pipeline'
  | 'dispatcher'
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

  private readonly counts = new ReceiverCounts();
  private readonly context: Working;
  private readonly settings: EngineSettings;
  private readonly agentCalls: JobRunner;
  private readonly calls: JobRunner;
  private readonly timers: JobRunner;
  private readonly directory: JobRunner;
  private readonly children: JobRunner;
  private readonly deliveries: JobRunner | null;
  private readonly retention: Retention | null;
  private readonly schedules: JobRunner | null;
  private readonly events: JobRunner | null;

  constructor(context: Working, settings: EngineSettings) {
    this.context = context;
    this.settings = settings;
    this.abandonedCalls = new AbandonedCalls(context.clock, settings.logger);
    this.agentCalls = this.agentRunner();
    this.calls = this.callRunner();
    this.timers = this.runner({
      kinds: TIMER_KINDS,
      concurrency: TIMER_CONCURRENCY,
      perform: (job) => performTimer(context, job),
    });
    this.directory = this.directoryRunner();
    this.children = this.childRunner();
    this.deliveries = this.deliveryRunner();
    this.retention = this.retentionOf();
    this.schedules = this.scheduleRunner();
    this.events = this.eventRunner();
  }

  start(): void {
    this.agentCalls.start();
    this.calls.start();
    this.timers.start();
    this.directory.start();
    this.children.start();
    this.deliveries?.start();
    this.schedules?.start();
    this.events?.start();
    this.retention?.start();
  }

  async stop(graceMs: number): Promise<void> {
    const stopped = this.runners.map((runner) => runner.stop(graceMs));
    await Promise.all([...stopped, this.retention?.stop()]);
    this.abandonedCalls.stop();
  }

  private get runners(): readonly JobRunner[] {
    const { agentCalls, calls, timers, directory, children, deliveries, schedules, events } = this;
    return [agentCalls, calls, timers, directory, children, deliveries, schedules, events].filter(
      (it) => it !== null,
    );
  }

  /** Jobs of every kind that are being done. */
  get running(): number {
    return this.runners.reduce((sum, runner) => sum + runner.count, 0);
  }

  stats(): EngineStats {
    return {
      agentCalls: { running: this.agentCalls.count, abandoned: this.abandonedCalls.count },
      calls: { running: this.calls.count },
      timers: { running: this.timers.count },
      deliveries: { running: this.deliveries?.count ?? 0 },
    };
  }

  /** Handles work that a commit created or made obsolete. */
  notice({ state, newJobs, jobsOfOthers = [], endedStepIds, push }: Change): void {
    this.agentCalls.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.agentCalls.notice(newJobs);
    this.calls.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.calls.notice(newJobs);
    this.timers.notice(newJobs);
    this.directory.abandonSteps(state.workspaceId, state.executionId, endedStepIds);
    this.directory.notice(newJobs);
    this.children.notice([...newJobs, ...jobsOfOthers]);
    if (push !== null) this.deliveriesAreDue();
  }

  deliveriesAreDue(): void {
    this.deliveries?.notice([{ kind: 'webhook-delivery', dueAt: this.context.clock.now() }]);
  }

  /** Jobs of triggers were written. */
  noticeTriggers(jobs: readonly NewTriggerJob[]): void {
    this.schedules?.notice(jobs);
    this.events?.notice(jobs);
  }

  private scheduleRunner(): JobRunner | null {
    const { store, clock, definitions, dispatcher, telemetry } = this.context;
    const { schedules } = store;
    if (schedules === undefined) return null;
    const onMoved = (dueAt: number) => this.noticeTriggers([{ kind: 'schedule', dueAt }]);
    const worker = new ScheduleWorker({
      ...{ store, clock, definitions, dispatcher, telemetry, schedules, onMoved },
    });
    return this.runner({
      kinds: ['schedule'],
      concurrency: TRIGGER_CONCURRENCY,
      perform: (job, work) => worker.perform(job, work),
    });
  }

  private eventRunner(): JobRunner | null {
    const { store, clock, definitions, dispatcher } = this.context;
    const { events } = store;
    if (events === undefined) return null;
    const onMoved = (dueAt: number) => this.noticeTriggers([{ kind: 'event-start', dueAt }]);
    const starter = new EventStarter({ clock, definitions, dispatcher, events, onMoved });
    return this.runner({
      kinds: ['event-start'],
      concurrency: TRIGGER_CONCURRENCY,
      perform: (job) => starter.perform(job),
    });
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

  private callRunner(): JobRunner {
    const { store, clock, pipeline, definitions, secrets, activity, callbackTokens, telemetry } =
      this.context;
    const { webhooks, logger, jobs } = this.settings;
    const concurrency = jobs.callConcurrency;
    const perReceiver = webhooks?.perReceiver ?? DEFAULT_WEBHOOKS.perReceiver;
    const worker = new CallWorker({
      ...{ store, clock, pipeline, definitions, secrets, activity, callbackTokens, telemetry },
      ...{ webhooks, logger, concurrency, perReceiver },
      channels: this.settings.notify,
      counts: this.counts,
      outsideActivity: this.agentActivity,
    });
    return this.runner({
      kinds: ['call'],
      concurrency: ReceiverLimits.claims(concurrency),
      keyLimits: (running) => worker.limits(running),
      perform: (job, work) => worker.perform(job, work),
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

  private childRunner(): JobRunner {
    const { store, pipeline, definitions, dispatcher, clock } = this.context;
    const starter = new ChildStarter({ definitions, pipeline, dispatcher, now: () => clock.now() });
    const children = new ChildRunner({ store, pipeline, definitions, starter });
    return this.runner({
      kinds: CHILD_JOBS,
      concurrency: CHILD_CONCURRENCY,
      perform: (job) => children.perform(job),
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
      counts: this.counts,
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
