/** Applies the faults of a history to processes and the database. */
import { itemAt } from '@org/approval-internal/lists';
import type { Database } from './database.js';
import type { FaultPlan } from './faults.js';
import { LEASE_MS, type Process } from './process.js';
import type { SeededRandom } from './random.js';
import type { Owner, Schedule } from './schedule.js';

export interface NemesisParts {
  readonly schedule: Schedule;
  readonly random: SeededRandom;
  readonly faults: FaultPlan;
  readonly database: Database;
  readonly processes: Process[];
  readonly start: () => Process;
}

const TICK_MS = 700;

export class Nemesis {
  private readonly parts: NemesisParts;
  private isOver = false;

  constructor(parts: NemesisParts) {
    this.parts = parts;
  }

  start(): void {
    this.parts.schedule.after(this.parts.random.between(1, TICK_MS), 'nemesis', () => {
      if (this.isOver) return;
      this.strike();
      this.start();
    });
  }

  /** Restarts and resumes everything; clocks keep their errors. */
  end(): void {
    this.isOver = true;
    const { processes, database } = this.parts;
    database.recover();
    for (const [index, process] of processes.entries()) {
      process.resume();
      process.clock.set({ rate: 1 });
      if (!process.isAlive) processes[index] = this.parts.start();
    }
  }

  private strike(): void {
    const { random, faults, database, processes } = this.parts;
    const index = random.below(processes.length);
    const process = itemAt(processes, index);
    if (faults.strikes('connection-lost')) database.disconnect(process);
    if (faults.strikes('database-restarted')) database.restart(random.between(10, 5_000));
    if (faults.strikes('database-clock-jumped')) database.jumpClock(random.between(1, 20_000));
    if (faults.strikes('clock-jumped')) process.clock.set({ aheadMs: random.between(-60_000, 60_000) });
    if (faults.strikes('clock-drifted')) process.clock.set({ rate: random.pick([0.8, 0.99, 1.01, 1.5]) });
    if (faults.strikes('process-paused')) process.pause(random.between(1, 3 * LEASE_MS));
    if (faults.strikes('process-crashed')) this.replace(index, () => process.kill());
    if (faults.strikes('process-stopped')) {
      const graceMs = random.pick([0, 1_000]);
      this.replace(index, () => void process.engine.stop({ graceMs }).catch(() => undefined));
    }
  }

  /** Kills the process now, and replaces it; one that has ended, or is not of this world, stays. */
  crash(process: Owner): void {
    const index = this.parts.processes.findIndex((it) => it === process);
    if (index >= 0) this.replace(index, () => this.parts.processes[index]?.kill());
  }

  /** A replacement starts a little later. */
  private replace(index: number, end: () => void): void {
    const { schedule, random, processes } = this.parts;
    const process = itemAt(processes, index);
    if (!process.isAlive) return;
    end();
    schedule.after(random.between(10, 4_000), 'process starts', () => {
      if (processes[index] === process) processes[index] = this.parts.start();
    });
  }
}
