/** Deletes executions some time after their end, in small batches that do not load the database. */
import type { Logger } from '../../ports/logger.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { Activity } from '../scheduling/activity.js';
import type { StoreClock } from '../scheduling/store-clock.js';
import type { RetentionOptions } from '../options/options.js';
import { Turns } from '@org/approval-internal/turns';

interface RetentionParts {
  readonly store: ApprovalStore;
  readonly clock: StoreClock;
  readonly logger: Logger;
  readonly activity: Activity;
  readonly options: Required<RetentionOptions>;
}

export class Retention {
  private readonly parts: RetentionParts;
  private cancelTimer: () => void = () => undefined;
  private active = false;
  private sweep: Promise<void> = Promise.resolve();
  private readonly turns: Turns;

  constructor(parts: RetentionParts) {
    this.parts = parts;
    this.turns = new Turns(parts.clock);
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
    const next = clock.now() + options.everyMs;
    this.sweep = activity.track(this.deleteAll()).then(() => {
      // The next run is scheduled after this one ends, because two at once would conflict.
      if (this.active) this.cancelTimer = clock.wakeAt(next, () => this.run());
    });
  }

  private async deleteAll(): Promise<void> {
    const { store, clock, logger, options } = this.parts;
    const { endedMs, keysMs, batchSize: limit } = options;
    try {
      await clock.unknown();
      const now = clock.now();
      // Events come first: a run stays as long as one of its events is in the feed.
      await store.trimFeed({ before: now - options.feedMs });
      const request = { endedBefore: now - endedMs, keysBefore: now - Math.max(keysMs, endedMs), limit };
      // A store in the process deletes in the turn in which it is asked.
      while (this.active && (await store.deleteEnded(request)) === limit) await this.turns.next();
    } catch (error) {
      logger.error('ended executions could not be deleted; trying again later', error);
    }
  }
}
