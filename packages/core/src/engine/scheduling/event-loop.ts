/**
 * Turns of the event loop. A store in memory, or one that answers without a pause, lets a run of a thousand automatic
 * steps go from its first to its last within one turn, and a batch has commands of many callers; nothing else of the process
 * moves meanwhile. Nothing is decided by the clock: only when it goes on. It is the engine's, so that a simulated run of
 * the same seed goes the same way on a slow machine.
 */
import type { InSteps } from '../../definition/in-steps.js';
import type { Clock } from '../../ports/clock.js';
import { Gate } from '@org/approval-internal/gate';
import { nextTurn } from '@org/approval-internal/turn';

/** ms of one turn after which what follows waits for the next one. */
const MOST_MS = 5;

export class Turns {
  /** When the turn under way was first looked at; null: nobody has looked at it yet. */
  private startedAt: number | null = null;
  private following: Promise<void> = Promise.resolve();
  private readonly pieces = new Gate(1);
  private readonly clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /** What has just been done took the turn up, whenever that began. */
  useUp(): void {
    if (this.startedAt === null) this.begin();
    this.startedAt = -Infinity;
  }

  /** The next turn: what was done in this one may go on in ways that nobody measures. */
  next(): Promise<void> {
    this.useUp();
    return this.later();
  }

  /** Null while the turn is short, otherwise what to wait for: a later one, with time left in it for one more. */
  pause(): Promise<void> | null {
    return this.isLong() ? this.later() : null;
  }

  /**
   * Does a piece of work when those that were asked for before have been done, and not in a turn that is long: who waits for a turn would
   * otherwise begin it together with all others who do.
   */
  alone<T>(work: () => T): Promise<T> {
    return this.pieces.within(async () => {
      const pause = this.pause();
      if (pause !== null) await pause;
      return work();
    });
  }

  /** Does work in steps, in as many turns as it takes. */
  async through<T>(steps: InSteps<T>): Promise<T> {
    for (;;) {
      const pause = this.pause();
      if (pause !== null) await pause;
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  private async later(): Promise<void> {
    // Whoever waits wakes up in the same turn, so that what they go on with is batched; the first take it up.
    do await this.following;
    while (this.isLong());
  }

  private isLong(): boolean {
    if (this.startedAt === null) this.begin();
    return this.clock.now() - (this.startedAt ?? 0) >= MOST_MS;
  }

  private begin(): void {
    this.startedAt = this.clock.now();
    this.following = nextTurn().then(() => {
      this.startedAt = null;
    });
  }
}
