/** A process: its own engine on the shared store, with its own clock, that can pause and die. */
import {
  type Agents,
  type ApprovalEngine,
  type ApprovalStore,
  type Directory,
  type EngineOptions,
  type Ids,
  createApprovalEngine,
} from '@org/approval-core';
import type { HostTransaction } from './host.js';
import { ProcessClock } from './process-clock.js';
import type { Outside } from './outside.js';
import type { SeededRandom } from './random.js';
import type { Owner, Schedule } from './schedule.js';

/** Short, so that many leases end in a history. */
export const LEASE_MS = 6_000;
const POLL_MS = 3_000;

/** Parts that the processes of a world share. */
export interface ProcessParts {
  readonly schedule: Schedule;
  readonly random: SeededRandom;
  readonly ids: Ids;
  readonly outside: Outside;
  readonly agentIds: readonly string[];
  readonly agents: Agents;
  /** Names of the channels of notification nodes. */
  readonly channels: readonly string[];
  readonly directory: (owner: Owner) => Directory;
  readonly connect: (owner: Owner) => ApprovalStore;
  readonly commitHost: (owner: Owner, transaction: HostTransaction) => Promise<void>;
  /** Plants the bug in the options of an engine. */
  readonly plant: (options: EngineOptions) => EngineOptions;
  readonly secretKeys: EngineOptions['secretKeys'];
  readonly calendars: EngineOptions['calendars'];
}

/** One run of a process, from start to death. */
export class Process implements Owner {
  isAlive = true;
  pausedUntil = 0;
  readonly clock: ProcessClock;
  readonly engine: ApprovalEngine;
  /** Commits a transaction of the host on a connection of this process. */
  readonly commitHost: (transaction: HostTransaction) => Promise<void>;
  private readonly schedule: Schedule;

  constructor({
    schedule,
    random,
    ids,
    outside,
    agentIds,
    agents,
    channels,
    directory,
    connect,
    commitHost,
    plant,
    secretKeys,
    calendars,
  }: ProcessParts) {
    this.schedule = schedule;
    this.commitHost = (transaction) => commitHost(this, transaction);
    this.clock = new ProcessClock(schedule, this);
    this.engine = createApprovalEngine(
      plant({
        store: connect(this),
        clock: this.clock,
        ids,
        random: () => random.next(),
        logger: SILENT,
        agents: outside.agents(agentIds, agents, this),
        notify: outside.channels(channels, this),
        directory: directory(this),
        ...(calendars !== undefined && { calendars }),
        webhooks: { transport: outside.transport(this), retryDelaysMs: [300, 2_000, 5_000] },
        jobs: { leaseMs: LEASE_MS, pollMs: POLL_MS, agentConcurrency: random.pick([1, 2, 16]) },
        batches: { maxSize: random.pick([1, 2, 64]), maxConcurrent: random.pick([1, 4]) },
        ...(secretKeys === undefined ? { allowPlaintextSecrets: true } : { secretKeys }),
      }),
    );
  }

  /** Pauses: its timers, and all incoming results, wait. */
  pause(ms: number): void {
    this.pausedUntil = this.schedule.now + ms;
  }

  resume(): void {
    this.pausedUntil = 0;
  }

  /** Ends the process and loses its memory. */
  kill(): void {
    this.isAlive = false;
  }
}

/** Logs under faults are expected; violations show in the store. */
const SILENT = { warn: () => undefined, error: () => undefined };
