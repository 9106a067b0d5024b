/** Deletes executions some time after their end, in small batches, so that no database holds its breath for it. */
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import type { ApprovalStore } from '../ports/store/store.js';
import type { Activity } from './activity.js';

export interface RetentionOptions {
  /** How long executions stay after their end, in ms. */
  readonly endedMs: number;
  /** How long an idempotency key goes on to answer after its dispatch, in ms; 90 days by default, at least `endedMs`. */
  readonly keysMs?: number;
  /** How often to look, in ms; 10 minutes by default. */
  readonly everyMs?: number;
  /** Executions deleted at a time; 100 by default. */
  readonly batchSize?: number;
}

const DAY_MS = 86_400_000;

interface RetentionParts {
  readonly store: ApprovalStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly activity: Activity;
  readonly options: RetentionOptions;
}

export class Retention {
  private readonly parts: RetentionParts;
  private cancelTimer: () => void = () => undefined;
  private active = false;
  private sweep: Promise<void> = Promise.resolve();

  /** @throws TypeError when an age makes no sense. */
  constructor(parts: RetentionParts) {
    for (const [name, ms] of Object.entries(parts.options)) {
      if (!(ms > 0)) throw new TypeError(`retention.${name} must be above 0, not ${String(ms)}`);
    }
    this.parts = parts;
  }

  start(): void {
    this.active = true;
    this.run();
  }

  async stop(): Promise<void> {
    this.active = false;
    this.cancelTimer();
    await this.sweep;
  }

  private run(): void {
    const { activity, clock, options } = this.parts;
    this.sweep = activity.track(this.deleteAll());
    this.cancelTimer = clock.wakeAt(clock.now() + (options.everyMs ?? 600_000), () => {
      if (this.active) this.run();
    });
  }

  private async deleteAll(): Promise<void> {
    const { store, clock, logger, options } = this.parts;
    const { endedMs, keysMs = 90 * DAY_MS, batchSize: limit = 100 } = options;
    const now = clock.now();
    const request = { endedBefore: now - endedMs, keysBefore: now - Math.max(keysMs, endedMs), limit };
    try {
      while (this.active && (await store.deleteEnded(request)) === limit);
    } catch (error) {
      logger.error('ended executions could not be deleted; trying again later', error);
    }
  }
}
