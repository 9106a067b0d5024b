/**
 * Claims due jobs and runs a bounded number of them, each under a lease that is renewed during the
 * work. A worker that lost its lease cannot write: every commit under it checks the claim's token.
 */
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';
import type { ClaimedJob, ConcurrencyLimits, StoredJobKind } from '../../ports/store/jobs.js';
import type { Telemetry } from '../../ports/telemetry.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import { Activity } from '../scheduling/activity.js';
import { observed } from '../observing/telemetry.js';
import { HostRefusal } from '../commit/host-commit.js';
import { Refusals } from './refusals.js';
import { StopSign } from './stop-sign.js';
import type { StoreClock } from '../scheduling/store-clock.js';
import { Turns } from '@org/approval-internal/turns';

/** View of a running job for its worker. */
export interface Work {
  /** Raised when the step has ended otherwise, the lease is lost, or the runner stops. */
  readonly stop: StopSign;
  /** Disables the signal: the abortable part has responded. */
  readonly responded: () => void;
}

export interface JobRunnerOptions {
  readonly store: ApprovalStore;
  readonly clock: StoreClock;
  readonly logger: Logger;
  readonly kinds: readonly StoredJobKind[];
  /** Concurrent jobs. */
  readonly concurrency: number;
  /** Further jobs per concurrency key beside running ones; without it keys are ignored. */
  readonly keyLimits?: (running: Iterable<ClaimedJob>) => ConcurrencyLimits;
  readonly leaseMs: number;
  /** Poll interval for jobs of other processes, if there can be any. */
  readonly pollMs: number;
  /** 0 to below 1. */
  readonly random: () => number;
  /**
   * Does one job and reports its end to the store. After a throw the job is claimed again when its
   * lease ends.
   */
  readonly perform: (job: ClaimedJob, work: Work) => Promise<void>;
  /** null: no telemetry. */
  readonly telemetry: Telemetry | null;
  /** Counter of claims and running jobs. */
  readonly activity: Activity;
}

/** Number of jobs in one commit that already delayed others long enough. */
const MANY_JOBS = 100;

export class JobRunner {
  private readonly options: JobRunnerOptions;
  /** Running jobs, including the time of agents. */
  private readonly work = new Activity();
  /** Abort handle of each job; null once it has responded. */
  private readonly running = new Map<ClaimedJob, StopSign | null>();
  private readonly turns: Turns;
  private cancelTimer: () => void = () => undefined;
  private wakesAt = Infinity;
  private claiming = false;
  /** The running or last claim; it never rejects. */
  private lastClaim: Promise<void> = Promise.resolve();
  private claimAgain = false;
  private active = false;
  private readonly refusals = new Refusals();

  constructor(options: JobRunnerOptions) {
    this.options = options;
    this.turns = new Turns(options.clock);
  }

  /** Number of running jobs. */
  get count(): number {
    return this.running.size;
  }

  start(): void {
    this.active = true;
    this.claim();
  }

  /** Jobs were written: look for them when the first is due. */
  notice(jobs: readonly { readonly kind: StoredJobKind; readonly dueAt: number }[]): void {
    const { kinds, clock } = this.options;
    if (jobs.length > MANY_JOBS) this.turns.useUp();
    for (const { kind, dueAt } of jobs) {
      if (!kinds.includes(kind)) continue;
      if (dueAt <= clock.now()) this.claim();
      else this.wakeAt(dueAt);
    }
  }

  /** Stops work on an ended step: its result would be refused. */
  abandonSteps(workspaceId: string, executionId: string, stepIds: readonly string[]): void {
    for (const [{ job }, stop] of this.running) {
      const isOf = job.workspaceId === workspaceId && job.executionId === executionId;
      if (isOf && stepIds.includes(job.stepId)) stop?.raise(new Error('the step has ended'));
    }
  }

  /** Stops claiming, waits up to `graceMs` for running jobs, then aborts them and releases them. */
  async stop(graceMs: number): Promise<void> {
    this.active = false;
    this.cancelTimer();
    // Nor may a claim go on when the host closes its database.
    const done = Promise.all([this.lastClaim, this.work.idle()]).then(() => undefined);
    await within(this.options.clock, graceMs, done);
    const abandoned = [...this.running.keys()];
    if (abandoned.length === 0) return;
    // Jobs are released first, so that another worker gets them at once.
    await this.giveBack(abandoned);
    for (const stop of this.running.values()) stop?.raise(new Error('the engine is stopping'));
  }

  /** If the store does not take them back, their leases end: stopped work is not renewed. */
  private async giveBack(jobs: readonly ClaimedJob[]): Promise<void> {
    try {
      await this.options.store.releaseJobs(jobs);
    } catch (error) {
      this.options.logger.warn('jobs could not be given back; others have them when their leases end', error);
    }
  }

  private claim(): void {
    if (!this.active) return;
    if (this.claiming) {
      this.claimAgain = true;
      return;
    }
    this.claiming = true;
    this.lastClaim = this.options.activity.track(this.claimUntilDone());
  }

  private async claimUntilDone(): Promise<void> {
    await this.claimAll();
    this.claiming = false;
    if (this.claimAgain) this.claim();
  }

  private async claimAll(): Promise<void> {
    const { store, clock, kinds, leaseMs, concurrency, logger, pollMs, random } = this.options;
    try {
      do {
        this.claimAgain = false;
        const limit = concurrency - this.running.size;
        if (limit <= 0) return; // The end of a job claims again.
        await this.turns.pause();
        await clock.unknown();
        if (this.hasStopped()) return;
        const perKey = this.options.keyLimits?.(this.running.keys());
        const { claimed, nextDueAt } = await store.claimJobs({
          kinds,
          now: clock.now(),
          leaseMs,
          limit,
          ...(perKey !== undefined && { perKey }),
        });
        if (this.hasStopped()) {
          // They arrived during the stop: release them to another worker.
          if (claimed.length > 0) await this.giveBack(claimed);
          return;
        }
        this.tell(claimed);
        for (const job of claimed) this.begin(job);
        if (nextDueAt !== null) this.wakeAt(nextDueAt);
        if (claimed.length === limit) this.claimAgain = true;
      } while (this.claimAgain && !this.hasStopped());
      if (store.shared) this.wakeAt(clock.now() + jittered(pollMs, random));
    } catch (error) {
      logger.error('jobs could not be claimed; trying again', error);
      this.wakeAt(clock.now() + jittered(pollMs, random));
    }
  }

  /** A call, as it may have become so while something was awaited. */
  private hasStopped(): boolean {
    return !this.active;
  }

  private begin(job: ClaimedJob): void {
    const stop = new StopSign();
    this.running.set(job, stop);
    const stopRenewing = this.renewing(job, stop);
    const work = async () => {
      try {
        await observed<'job', unknown>(
          this.options.telemetry,
          () => described(job, this.options.clock.now()),
          () =>
            this.options.perform(job, {
              stop,
              responded: () => this.running.set(job, null),
            }),
          () => 'done',
        );
      } catch (error) {
        stopRenewing();
        if (error instanceof HostRefusal) await this.postpone(job);
        this.options.logger.error(`job ${job.job.kind} of step ${job.job.stepId} was left undone`, error);
      }
      stopRenewing();
      this.running.delete(job);
      this.claim();
    };
    void this.options.activity.track(this.work.track(work()));
  }

  private tell(claimed: readonly ClaimedJob[]): void {
    const { telemetry, clock } = this.options;
    if (telemetry === null) return;
    const now = clock.now();
    for (const kind of new Set(claimed.map(({ job }) => job.kind))) {
      const ofKind = claimed.filter(({ job }) => job.kind === kind);
      const delaysMs = ofKind.map(({ dueAt }) => Math.max(0, now - dueAt));
      telemetry.happened({ kind: 'claimed', job: kind, delaysMs });
    }
  }

  /** Retries a job that the host refused after a growing delay, on any worker. */
  private async postpone(job: ClaimedJob): Promise<void> {
    const { store, clock, logger } = this.options;
    const delayMs = this.refusals.delayOf(job.job);
    try {
      const now = clock.now();
      await store.extendJobs([job], { now, leaseMs: delayMs });
      this.wakeAt(now + delayMs);
    } catch (error) {
      logger.warn('a refused job could not be postponed; it is tried again when its lease ends', error);
    }
  }

  /** Renews the lease at each third, until stopped or lost. */
  private renewing(job: ClaimedJob, stop: StopSign): () => void {
    const { store, clock, leaseMs, logger } = this.options;
    let stopped = false;
    let cancel: () => void = () => undefined;
    const plan = () => {
      cancel = clock.wakeAt(clock.now() + Math.ceil(leaseMs / 3), () => void renew());
    };
    const renew = async () => {
      if (stop.isUp()) return;
      try {
        const [held] = await store.extendJobs([job], { now: clock.now(), leaseMs });
        if (held === false) {
          this.options.telemetry?.happened({ kind: 'lease-lost', what: job.job.kind });
          stop.raise(new Error('the lease was lost'));
        }
      } catch (error) {
        logger.warn('a lease could not be renewed; trying again', error);
      }
      if (!stopped && !stop.isUp()) plan();
    };
    plan();
    return () => {
      stopped = true;
      cancel();
    };
  }

  private wakeAt(at: number): void {
    if (at >= this.wakesAt || !this.active) return;
    this.cancelTimer();
    this.wakesAt = at;
    this.cancelTimer = this.options.clock.wakeAt(at, () => {
      this.wakesAt = Infinity;
      this.claim();
    });
  }
}

const described = ({ job, dueAt }: ClaimedJob, now: number) => ({
  kind: 'job' as const,
  job: job.kind,
  workspaceId: job.workspaceId,
  executionId: job.executionId,
  stepId: job.stepId,
  delayMs: Math.max(0, now - dueAt),
});

/** Processes that started together must not look together for ever. */
const jittered = (ms: number, random: () => number): number => Math.round(ms * (0.75 + random() / 2));

/** Waits for `work`, but no longer than `ms`. */
async function within(clock: Clock, ms: number, work: Promise<void>): Promise<void> {
  let cancel: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    cancel = clock.wakeAt(clock.now() + ms, resolve);
  });
  await Promise.race([work, end]);
  cancel();
}
