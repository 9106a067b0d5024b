/**
 * Turns of the event loop. A store in memory, or one that answers without a pause, lets a run of a thousand automatic
 * steps go from its first to its last within one turn, and nothing else of the process moves meanwhile.
 */

import { nextTurn } from '@org/approval-shared/turn';

/** ms of one turn after which what follows waits for the next one. */
const MOST_MS = 10;

export class Turns {
  /** When the turn under way was first looked at; null: nobody has looked at it yet. */
  private startedAt: number | null = null;

  /** What has just been done took the turn up, whenever that began. */
  useUp(): void {
    if (this.startedAt === null) void nextTurn().then(() => (this.startedAt = null));
    this.startedAt = -Infinity;
  }

  /** Returns at once while the turn is short, otherwise in the next one. */
  async pause(): Promise<void> {
    if (this.startedAt === null) {
      this.startedAt = performance.now();
      void nextTurn().then(() => (this.startedAt = null));
      return;
    }
    if (performance.now() - this.startedAt >= MOST_MS) await nextTurn();
  }
}
