/** Deletes executions some time after their end, in small batches, so that no database holds its breath for it. */
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
      // Behind the end of this one, however long it took: two at once would only be in each other's way.
      if (this.active) this.cancelTimer = clock.wakeAt(next, () => this.run());
    });
  }

  private async deleteAll(): Promise<void> {
    const { store, clock, logger, options } = this.parts;
    const { endedMs, keysMs, batchSize: limit } = options;
    try {
      await clock.unknown();
      const now = clock.now();
      // First the events: a run stays for as long as one of its own is in the feed.
      await store.trimFeed({ before: now - options.feedMs });
      const request = { endedBefore: now - endedMs, keysBefore: now - Math.max(keysMs, endedMs), limit };
      // A store in the process deletes in the turn in which it is asked.
      while (this.active && (await store.deleteEnded(request)) === limit) await this.turns.next();
    } catch (error) {
      logger.error('ended executions could not be deleted; trying again later', error);
    }
  }
}
