/**
 * The clock of one machine: a copy of the true time that is ahead or behind, too fast or too slow,
 * and jumps.
 */
import type { Clock } from '@org/approval-core';
import type { Owner, Schedule } from './schedule.js';

export class ProcessClock implements Clock {
  private readonly schedule: Schedule;
  private readonly owner: Owner;
  private offset = 0;
  private rate = 1;
  private since: number;
  private readonly sleepers = new Set<() => void>();

  constructor(schedule: Schedule, owner: Owner) {
    this.schedule = schedule;
    this.owner = owner;
    this.since = schedule.now;
  }

  now(): number {
    return Math.floor(this.since + this.offset + (this.schedule.now - this.since) * this.rate);
  }

  wakeAt(at: number, wake: () => void): () => void {
    let cancel: () => void = () => undefined;
    const sleep = (): void => {
      cancel();
      const ms = Math.max(0, (at - this.now()) / this.rate);
      cancel = this.schedule.after(ms, 'timer', look, this.owner);
    };
    const look = (): void => {
      if (this.now() < at) {
        sleep();
        return;
      }
      this.sleepers.delete(sleep);
      wake();
    };
    this.sleepers.add(sleep);
    sleep();
    return () => {
      this.sleepers.delete(sleep);
      cancel();
    };
  }

  /** Continues from another time, and at another speed. */
  set({ aheadMs, rate = this.rate }: { readonly aheadMs?: number; readonly rate?: number }): void {
    const now = aheadMs === undefined ? this.now() : this.schedule.now + aheadMs;
    this.since = this.schedule.now;
    this.offset = now - this.since;
    this.rate = rate;
    for (const sleep of [...this.sleepers]) sleep();
  }
}
