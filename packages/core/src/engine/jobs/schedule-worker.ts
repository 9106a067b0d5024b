/**
 * Fires schedules. The idempotency key of an instant makes its execution once, the compared version
 * makes it current, and the lease only keeps other workers from trying (decision 0066).
 */
import { isTerminal } from '../../interpreter/state.js';
import type { ScheduleTrigger } from '../../definition/triggers.js';
import type { ClaimedJob } from '../../ports/store/jobs.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { ScheduleStore, StoredTrigger, TriggerKey, TriggerNote } from '../../ports/store/triggers.js';
import type { EngineContext } from '../context.js';
import { dueInstants } from '../triggers/due.js';
import { activeSchedule, hasSameInstants, newestOf, triggerOf } from '../triggers/of-version.js';
import { type Started, delayAfter, startOf } from '../triggers/starting.js';
import { scheduleContext, scheduleKey } from '../triggers/schedule-run.js';
import type { Work } from './job-runner.js';

/** Parts that schedules are fired with. */
export type Firing = Pick<EngineContext, 'store' | 'clock' | 'definitions' | 'dispatcher' | 'telemetry'> & {
  readonly schedules: ScheduleStore;
  /** Called with the due time of the next instant. */
  readonly onMoved: (dueAt: number) => void;
};

/** A version that changes at each of these looks is looked at again after a while. */
const LOOKS = 10;

/** A schedule as it is now. */
interface Current {
  readonly version: DefinitionVersion;
  readonly schedule: ScheduleTrigger;
}

export class ScheduleWorker {
  private readonly parts: Firing;

  constructor(parts: Firing) {
    this.parts = parts;
  }

  async perform(job: ClaimedJob, { stop }: Pick<Work, 'stop'>): Promise<void> {
    const { workspaceId, executionId: uid, stepId: triggerId } = job.job;
    const key = { workspaceId, uid, triggerId };
    const current = await this.currentOf(key);
    const stored = (await this.parts.schedules.listTriggers(key)).find((it) => it.triggerId === triggerId);
    if (current === null || stored?.nextAt == null) {
      // An update or a deletion has taken the schedule away since the claim.
      await this.parts.schedules.moveJobs([{ claim: job, dueAt: null, attempt: 1, trigger: key, note: {} }]);
      return;
    }
    const firing = new OneFiring(this.parts, { job, key, current, stored, first: stored.nextAt });
    await firing.run(() => stop.isUp());
  }

  private async currentOf(key: TriggerKey): Promise<Current | null> {
    return currentOf(this.parts, key);
  }
}

async function currentOf({ definitions }: Firing, key: TriggerKey): Promise<Current | null> {
  const version = await newestOf(definitions, key);
  const schedule = version === null ? null : activeSchedule(triggerOf(version, key.triggerId));
  return version === null || schedule === null ? null : { version, schedule };
}

interface OneFiringOptions {
  readonly job: ClaimedJob;
  readonly key: TriggerKey;
  readonly current: Current;
  readonly stored: StoredTrigger;
  /** The next instant, as stored. */
  readonly first: number;
}

/** One look at one schedule. */
class OneFiring {
  private readonly parts: Firing;
  private readonly options: OneFiringOptions;
  private current: Current;
  private lastExecutionId: string | null;
  private note: TriggerNote & { readonly missed: number; readonly skipped: number } = {
    missed: 0,
    skipped: 0,
  };

  constructor(parts: Firing, options: OneFiringOptions) {
    this.parts = parts;
    this.options = options;
    this.current = options.current;
    this.lastExecutionId = options.stored.lastExecutionId;
  }

  async run(hasStopped: () => boolean): Promise<void> {
    const { clock } = this.parts;
    const { job, first } = this.options;
    // The store has judged that the job is due; this process may be behind it by some ms.
    const now = Math.max(clock.now(), job.dueAt);
    const due = dueInstants(this.current.schedule, first, now);
    this.count('missed', due.missed);
    for (const instant of due.firing) {
      if (hasStopped()) return;
      if (await this.isOverlapping()) {
        if (!due.isLate) this.count('skipped', 1);
        continue;
      }
      const started = await this.start(instant);
      // The update that took the schedule away has replaced or deleted the job.
      if (started.kind === 'outdated') return;
      if (started.kind === 'again') {
        this.note = { ...this.note, lastError: started.error };
        // The next look counts this instant if it is missed.
        if (due.isLate) this.count('missed', -1);
        await this.move(instant, clock.now() + delayAfter(job.attempt), job.attempt + 1);
        return;
      }
      this.take(started, instant, due.isLate);
    }
    await this.move(due.next, due.next, 1);
  }

  private take(
    started: Extract<Started, { readonly kind: 'started' | 'refused' }>,
    instant: number,
    isLate: boolean,
  ): void {
    if (started.kind === 'refused') {
      if (!isLate) this.count('missed', 1);
      this.note = { ...this.note, lastError: started.error };
      return;
    }
    const { executionId: lastExecutionId } = started;
    this.lastExecutionId = lastExecutionId;
    const lastAt = this.parts.clock.now();
    this.note = { ...this.note, lastAt, lastScheduledAt: instant, lastExecutionId };
  }

  private count(what: 'missed' | 'skipped', by: number): void {
    this.note = { ...this.note, [what]: this.note[what] + by };
  }

  /** Tries the newest version until it stays the newest. */
  private async start(instant: number): Promise<Started> {
    const { dispatcher, clock } = this.parts;
    const { key } = this.options;
    for (let looks = 0; looks < LOOKS; looks++) {
      const { version, schedule } = this.current;
      const request = {
        idempotencyKey: scheduleKey(key, instant),
        triggerContext: scheduleContext(key, schedule, instant),
        ...(schedule.initiatorId !== undefined && { initiatorId: schedule.initiatorId }),
      };
      const startedBy = { kind: 'schedule', triggerId: key.triggerId, id: null } as const;
      const started = await startOf(dispatcher, version, request, { startedBy, now: clock.now() });
      if (started.kind !== 'outdated') return started;
      const next = await currentOf(this.parts, key);
      if (next === null || !hasSameInstants(next.schedule, schedule)) return started;
      this.current = next;
    }
    const message = 'the definition keeps changing';
    return { kind: 'again', error: { code: 'UNAVAILABLE', message, at: clock.now() } };
  }

  private async isOverlapping(): Promise<boolean> {
    if (this.current.schedule.overlap !== 'skip' || this.lastExecutionId === null) return false;
    const { workspaceId } = this.options.key;
    const [state] = await this.parts.store.loadExecutions([
      { workspaceId, executionId: this.lastExecutionId },
    ]);
    return state != null && !isTerminal(state.status);
  }

  private async move(nextAt: number | null, dueAt: number | null, attempt: number): Promise<void> {
    const { job: claim, key: trigger } = this.options;
    const { schedules, telemetry, onMoved } = this.parts;
    const note = { ...this.note, nextAt };
    const [moved] = await schedules.moveJobs([{ claim, dueAt, attempt, trigger, note }]);
    if (moved !== true) return;
    if (this.note.missed > 0) {
      const { workspaceId, triggerId } = trigger;
      const { definitionId } = this.current.version;
      telemetry?.happened({
        kind: 'schedule-missed',
        ...{ workspaceId, definitionId, triggerId, count: this.note.missed },
      });
    }
    if (dueAt !== null) onMoved(dueAt);
  }
}
