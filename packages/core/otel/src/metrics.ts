/** Metrics of work. Unbounded values (runs, steps, users, receivers, …) are never attributes. */
import { type Attributes, type Meter, ValueType } from '@opentelemetry/api';
import type { TelemetryHappening, TelemetrySpan, TelemetryWork } from '@org/approval-core/store';

type Ended = Parameters<TelemetrySpan['end']>[0];

/** Limit of distinct agent names, because definitions may name any. */
const MOST_AGENTS = 100;
const SECONDS = { unit: 's', valueType: ValueType.DOUBLE } as const;
/** Bounds from a fast write to an agent that takes 10 minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];
/** Jobs may be late by days. */
const DELAY_BUCKETS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400];

const instruments = (meter: Meter) => ({
  duration: meter.createHistogram('approval.work.duration', {
    ...SECONDS,
    description: 'Duration of commands, commits, jobs, agent calls and deliveries.',
    advice: { explicitBucketBoundaries: BUCKETS },
  }),
  active: meter.createUpDownCounter('approval.work.active', {
    unit: '{work}',
    description: 'Commands, commits, jobs, agent calls and deliveries under way.',
  }),
  changes: meter.createCounter('approval.changes', {
    unit: '{change}',
    description: 'Changes of runs given to the store; a conflict is tried again.',
  }),
  batch: meter.createHistogram('approval.commit.size', {
    unit: '{change}',
    valueType: ValueType.INT,
    description: 'Changes of one commit.',
    advice: { explicitBucketBoundaries: [1, 2, 4, 8, 16, 32, 64] },
  }),
  events: meter.createCounter('approval.events', {
    unit: '{event}',
    description: 'External events committed, by type: `step.breached` are the breaches.',
  }),
  claimed: meter.createCounter('approval.jobs.claimed', { unit: '{job}', description: 'Jobs claimed.' }),
  delay: meter.createHistogram('approval.job.delay', {
    ...SECONDS,
    description: 'Delay between the due time of a job and its claim.',
    advice: { explicitBucketBoundaries: DELAY_BUCKETS },
  }),
  lost: meter.createCounter('approval.leases.lost', {
    unit: '{lease}',
    description: 'Leases that went to another process while this one worked.',
  }),
  missed: meter.createCounter('approval.schedules.missed', {
    description: 'Instants of schedules that started no execution in time',
    unit: '{instant}',
  }),
});

export class Metrics {
  private readonly meterOf: () => Meter;
  private meter: Meter | null = null;
  private kept: ReturnType<typeof instruments> | null = null;
  private readonly agents = new Set<string>();

  /** `meterOf` is called for each piece of work, because a provider may be registered later. */
  constructor(meterOf: () => Meter) {
    this.meterOf = meterOf;
  }

  private get made(): ReturnType<typeof instruments> {
    const meter = this.meterOf();
    if (this.kept === null || meter !== this.meter) this.kept = instruments(meter);
    this.meter = meter;
    return this.kept;
  }

  /** Starts the measurement and returns the function that ends it. */
  begin(work: TelemetryWork): (ended: Ended) => void {
    const kind = { 'approval.work': work.kind };
    const startedAt = performance.now();
    this.made.active.add(1, kind);
    return (ended) => {
      this.made.active.add(-1, kind);
      const outcome = 'error' in ended ? 'error' : typeof ended.outcome === 'string' ? ended.outcome : 'done';
      this.made.duration.record((performance.now() - startedAt) / 1_000, {
        ...kind,
        ...this.whichOf(work),
        'approval.outcome': outcome,
      });
      if (work.kind === 'commit') this.commit(work, ended);
    };
  }

  happened(it: TelemetryHappening): void {
    if (it.kind === 'lease-lost') {
      this.made.lost.add(1, { 'approval.job': it.what });
      return;
    }
    if (it.kind === 'schedule-missed') {
      this.made.missed.add(it.count);
      return;
    }
    const job = { 'approval.job': it.job };
    this.made.claimed.add(it.delaysMs.length, job);
    for (const delayMs of it.delaysMs) this.made.delay.record(delayMs / 1_000, job);
  }

  private commit({ changes }: Extract<TelemetryWork, { kind: 'commit' }>, ended: Ended): void {
    this.made.batch.record(changes.length);
    const outcomes = 'outcome' in ended && Array.isArray(ended.outcome) ? ended.outcome : [];
    for (const [index, { events }] of changes.entries()) {
      const outcome = String(outcomes[index] ?? 'error');
      this.made.changes.add(1, { 'approval.outcome': outcome });
      if (outcome !== 'committed') continue;
      for (const type of events) this.made.events.add(1, { 'approval.event': type });
    }
  }

  private whichOf(work: TelemetryWork): Attributes {
    if (work.kind === 'command') return { 'approval.command': work.command };
    if (work.kind === 'job') return { 'approval.job': work.job };
    if (work.kind === 'agent-call') return { 'approval.agent_id': this.agentOf(work.agentId) };
    return {};
  }

  private agentOf(agentId: string): string {
    if (this.agents.has(agentId)) return agentId;
    if (this.agents.size >= MOST_AGENTS) return 'other';
    this.agents.add(agentId);
    return agentId;
  }
}
