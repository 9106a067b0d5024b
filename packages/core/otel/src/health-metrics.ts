/** Gauges of queue depth and age, read from the store on collection. */
import { type Meter, type Observable } from '@opentelemetry/api';
import type { ApprovalEngine } from '@org/approval-core';
import { globalMeter } from './open-telemetry.js';

/** Options of `observeHealth`. */
export interface HealthMetricsOptions {
  /** Engine whose store and queues are read; one process of a deployment is enough. */
  readonly engine: Pick<ApprovalEngine, 'forWorkspace'>;
  /**
   * Workspaces whose queues are reported, 1 to 100; each is an attribute value.
   * @defaultValue ['default']
   */
  readonly workspaceIds?: readonly string[];
  /** The meter of the global provider by default. */
  readonly meter?: Meter;
}

const isEngine = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'forWorkspace' in value &&
  typeof value.forWorkspace === 'function';

const MOST = 100;
/** Interval of the check for a newly registered or replaced provider. */
const LOOK_MS = 1_000;
/** Limit of reported subscriptions per workspace. */
const MOST_FEEDS = 100;

/**
 * Registers gauges of `engine.health()`, read when metrics are collected, once a second at most.
 * Values that cannot be read are left out, except `approval.store.ok`. Returns a function that
 * stops it.
 * @throws TypeError when an option makes no sense.
 */
export function observeHealth(options: HealthMetricsOptions): () => void {
  const { engine, workspaceIds = ['default'], meter } = options;
  const known = ['engine', 'workspaceIds', 'meter'];
  const unknown = Object.keys(options).filter((it) => !known.includes(it));
  const faults = [
    ...unknown.map((it) => `${it} is not an option; there are ${known.join(', ')}`),
    ...(isEngine(engine) ? [] : ['engine must be what createApprovalEngine returned']),
    ...(workspaceIds.length > 0 && workspaceIds.length <= MOST
      ? []
      : [`workspaceIds must be 1 to ${MOST}, not ${workspaceIds.length}`]),
  ];
  if (faults.length > 0) throw new TypeError(`observeHealth: ${faults.join('; ')}`);
  if (meter !== undefined) return observe(engine, workspaceIds, meter);
  // Gauges of a meter that was made before a provider was registered are never collected.
  let observed = globalMeter();
  let end = observe(engine, workspaceIds, observed);
  const looking = setInterval(() => {
    const now = globalMeter();
    if (now === observed) return;
    end();
    observed = now;
    end = observe(engine, workspaceIds, now);
  }, LOOK_MS);
  looking.unref();
  return () => {
    clearInterval(looking);
    end();
  };
}

function observe(
  engine: HealthMetricsOptions['engine'],
  workspaceIds: readonly string[],
  meter: Meter,
): () => void {
  const gauge = (name: string, unit: string, description: string) =>
    meter.createObservableGauge(`approval.${name}`, { unit, description });
  const gauges = {
    ok: gauge('store.ok', '1', 'Whether the store answers in 2 s and is migrated: 1 or 0.'),
    skew: gauge('store.clock_skew', 's', 'How far the clock of the process is from that of the store.'),
    due: gauge('jobs.due', '{job}', 'Jobs that are due, up to 10,000.'),
    oldestDue: gauge('jobs.oldest_due', 's', 'How long the oldest job that is due has been.'),
    pending: gauge('deliveries.pending', '{delivery}', 'Deliveries that are not through, up to 10,000.'),
    dead: gauge('deliveries.dead', '{delivery}', 'Deliveries that were given up, up to 10,000.'),
    oldestDelivery: gauge('deliveries.oldest', 's', 'How old the oldest delivery is that is not through.'),
    lag: gauge('feed.lag', '{event}', 'Events that a subscription has not dealt with, up to 10,000.'),
  };
  const instruments: Observable[] = Object.values(gauges);
  const callback: Parameters<Meter['addBatchObservableCallback']>[0] = async (result) => {
    for (const workspaceId of workspaceIds) {
      const { ok, store, jobs, deliveries, feeds } = await engine.forWorkspace(workspaceId).health();
      const of = { 'approval.workspace_id': workspaceId };
      const tell = (instrument: Observable, value: number | null, attributes: object = of): void => {
        if (value !== null) result.observe(instrument, value, { ...attributes });
      };
      if (workspaceId === workspaceIds[0]) {
        tell(gauges.ok, ok ? 1 : 0, {});
        tell(gauges.skew, seconds(store.clockSkewMs), {});
      }
      tell(gauges.due, jobs.due);
      tell(gauges.oldestDue, jobs.due === null ? null : (seconds(jobs.oldestDueMs) ?? 0));
      tell(gauges.pending, deliveries.pending);
      tell(gauges.dead, deliveries.dead);
      tell(gauges.oldestDelivery, deliveries.pending === null ? null : (seconds(deliveries.oldestMs) ?? 0));
      for (const { name, lag } of feeds.slice(0, MOST_FEEDS)) {
        tell(gauges.lag, lag, { ...of, 'approval.subscription': name });
      }
    }
  };
  meter.addBatchObservableCallback(callback, instruments);
  return () => meter.removeBatchObservableCallback(callback, instruments);
}

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);
