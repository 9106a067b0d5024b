/** What an engine is made from. */
import type { Timed } from '@org/approval-internal/duration';
import { LIMITS } from '../../definition/limits.js';
import type { Calendar } from '../../calendar/working-time.js';
import type { Agents } from '../../ports/agents.js';
import type { Directory } from '../../ports/directory.js';
import { type Clock, systemClock } from '../../ports/clock.js';
import { type Ids, randomIds } from '../../ports/ids.js';
import { type Logger, consoleLogger, guardedLogger } from '../../ports/logger.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { Telemetry } from '../../ports/telemetry.js';
import type { WebhookTransport } from '../../ports/webhooks.js';
import type { BatchLimits } from '../scheduling/batcher.js';
import type { OnCommit } from '../commit/host-commit.js';
import { guardedTelemetry } from '../observing/telemetry.js';
import type { SecretKey } from '../secrets/secret-cipher.js';

/**
 * What `createApprovalEngine` takes. Every option is checked by its name and its value when the engine is made. What ends in `Ms`
 * takes ms, or a duration as people write it: `'30s'`, `'90d'`, `'PT8H'`.
 */
export interface EngineOptions<Tx = never> {
  /** Where everything is kept: `createMemoryStore()`, or a store on a database. */
  readonly store: ApprovalStore<Tx>;
  /** The host's agents by agentId; the same in every process. */
  readonly agents?: Agents;
  /** Who is in which group and role, and who manages whom; without it nodes that ask for them fail. */
  readonly directory?: Directory;
  /** When people work, by name, for deadlines in working time; the same in every process. */
  readonly calendars?: Readonly<Record<string, Calendar>>;
  /** The system's clock, unless a test owns the time. */
  readonly clock?: Clock;
  /** Random identifiers, unless a test has to foresee them. */
  readonly ids?: Ids;
  /** A number from 0 to below 1, for the jitter of waits; `Math.random`, unless a test has to foresee it. */
  readonly random?: () => number;
  /** The console, unless the host has a logger. */
  readonly logger?: Logger;
  /** How much one request and one execution may hold. */
  readonly limits?: Partial<RequestLimits>;
  /** How this process does the work that runs leave behind: agents, deadlines, deliveries. */
  readonly jobs?: Partial<Timed<JobOptions>>;
  /** Pushing events to receivers, and triggers; without it definitions and dispatches with webhooks are refused. */
  readonly webhooks?: Timed<WebhookOptions>;
  /**
   * Seal the secrets of webhooks and triggers in the store, and sign callback tokens; newest first. Without any, a durable
   * store is given no secret.
   */
  readonly secretKeys?: readonly SecretKey[];
  /**
   * Keeps secrets in a durable store as they are when there is no key.
   * @defaultValue false
   */
  readonly allowPlaintextSecrets?: boolean;
  /**
   * Rows of the host's, written in the transaction of every change of a run, whoever caused it. Needs a store with
   * transactions.
   */
  readonly onCommit?: OnCommit;
  /** Hears what the engine does: `openTelemetry()` of `@org/approval-otel`, or one of the host's. */
  readonly telemetry?: Telemetry;
  /** Deletes executions some time after their end; without it they stay. */
  readonly retention?: Timed<RetentionOptions>;
  /**
   * How much goes into one round trip to the store, and how many are under way: several, so that deciding one batch
   * and writing another overlap. From 16 calls at once on a batch takes half of them, unless only one may be under way.
   */
  readonly batches?: Partial<BatchLimits>;
  /**
   * How much of the states that this process has committed or read last is kept at hand, in bytes of JSON, roughly; in
   * memory it is some four times as much. A decision on a run at hand is one round trip to a durable store instead of two;
   * what others have written meanwhile is found by the commit. 0: nothing is kept. A store in memory needs none.
   * @defaultValue 33_554_432
   */
  readonly cachedStateBytes?: number;
}

/** What an engine accepts. */
export interface RequestLimits {
  /**
   * JSON text of one request, in bytes.
   * @defaultValue 1_048_576
   */
  readonly requestBytes: number;
  /**
   * Steps that one execution may have, those of every loop iteration counted.
   * @defaultValue 10_000
   */
  readonly stepsPerExecution: number;
}

/** How an engine does what nobody calls for: agents, deadlines, deliveries. */
export interface JobOptions {
  /**
   * False in a process that only takes calls; another one must run the jobs.
   * @defaultValue true
   */
  readonly run: boolean;
  /**
   * Agents called at once. A call whose time is up does not count, even if its function ignores the signal.
   * @defaultValue 16
   */
  readonly agentConcurrency: number;
  /**
   * How long a job stays with a worker that shows no sign of life, in ms.
   * @defaultValue 30_000
   */
  readonly leaseMs: number;
  /**
   * How often to look for jobs of other processes on a shared store, in ms.
   * @defaultValue 1_000
   */
  readonly pollMs: number;
}

/** How events are pushed to receivers. */
export interface WebhookOptions {
  /** `createWebhookTransport()` of `@org/approval-webhooks/node`. */
  readonly transport: WebhookTransport;
  /**
   * The delay before each further attempt, in ms; after the last one the delivery is dead.
   * @defaultValue [2_000, 8_000, 32_000, 120_000, 480_000]
   */
  readonly retryDelaysMs?: readonly number[];
  /** A number from 0 to below 1, for the jitter of further attempts; `random` of the engine by default. */
  readonly random?: () => number;
  /**
   * Attempts of this process under way at once; one workspace has half of them, where there are several.
   * @defaultValue 64
   */
  readonly concurrency?: number;
  /**
   * How many of those may go to one receiver (by origin).
   * @defaultValue 8
   */
  readonly perReceiver?: number;
}

/** How long executions that have ended are kept. */
export interface RetentionOptions {
  /** How long executions stay after their end, in ms. */
  readonly endedMs: number;
  /** How long an event stays in the feed, in ms: at most `endedMs`, which is the default. */
  readonly feedMs?: number;
  /**
   * How long an idempotency key goes on to return its execution after the dispatch, in ms; at least `endedMs`.
   * @defaultValue 7_776_000_000
   */
  readonly keysMs?: number;
  /**
   * How often to look, in ms.
   * @defaultValue 600_000
   */
  readonly everyMs?: number;
  /**
   * Executions deleted at a time.
   * @defaultValue 100
   */
  readonly batchSize?: number;
}

/** What `limits` is where a host says nothing else. */
export const DEFAULT_LIMITS: RequestLimits = Object.freeze({
  requestBytes: LIMITS.requestBytes,
  stepsPerExecution: LIMITS.stepsPerExecution,
});

/** Larger batches are slower: while one is decided, the database has nothing to do (decision 0011 has the measurement). */
export const DEFAULT_BATCHES: BatchLimits = Object.freeze({
  maxSize: 64,
  maxBytes: 8_388_608,
  maxConcurrent: 4,
});

/** What `cachedStateBytes` is where a host says nothing else: some ten thousand runs that wait. */
export const DEFAULT_CACHED_STATE_BYTES = 33_554_432;

/** What `jobs` is where a host says nothing else. */
export const DEFAULT_JOBS: JobOptions = Object.freeze({
  run: true,
  agentConcurrency: 16,
  leaseMs: 30_000,
  pollMs: 1_000,
});

/**
 * Contract section 12; in ms. After the last one the delivery is dead.
 * @see docs/reference/contract.md#12-outbound-webhooks
 */
export const RETRY_DELAYS_MS: readonly number[] = Object.freeze([2_000, 8_000, 32_000, 120_000, 480_000]);

/** What `webhooks` is beside its transport, where a host says nothing else. */
export const DEFAULT_WEBHOOKS: Required<Omit<WebhookOptions, 'transport' | 'random'>> = Object.freeze({
  retryDelaysMs: RETRY_DELAYS_MS,
  concurrency: 64,
  perReceiver: 8,
});

/** What `retention` is beside what a host has to say. */
export const DEFAULT_RETENTION: Required<Omit<RetentionOptions, 'endedMs' | 'feedMs'>> = Object.freeze({
  keysMs: 7_776_000_000,
  everyMs: 600_000,
  batchSize: 100,
});

/** The options once they were checked: durations are ms. */
export interface CheckedOptions<Tx = never> extends Omit<
  EngineOptions<Tx>,
  'jobs' | 'webhooks' | 'retention'
> {
  readonly jobs?: Partial<JobOptions> | undefined;
  readonly webhooks?: WebhookOptions | undefined;
  readonly retention?: RetentionOptions | undefined;
}

/** Every option with its value, the host's or the default. */
export interface EngineSettings<Tx = never> {
  readonly store: ApprovalStore<Tx>;
  readonly agents: Agents;
  readonly directory: Directory | null;
  readonly calendars: Readonly<Record<string, Calendar>>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
  readonly logger: Logger;
  readonly limits: RequestLimits;
  readonly jobs: JobOptions;
  readonly webhooks: Required<WebhookOptions> | null;
  readonly secretKeys: readonly SecretKey[];
  readonly allowPlaintextSecrets: boolean;
  readonly onCommit: OnCommit | null;
  readonly telemetry: Telemetry | null;
  readonly retention: Required<RetentionOptions> | null;
  readonly batches: BatchLimits;
  readonly cachedStateBytes: number;
}

export function settingsOf<Tx>(options: CheckedOptions<Tx>): EngineSettings<Tx> {
  const { random = Math.random, webhooks, retention, jobs } = options;
  const logger = options.logger === undefined ? consoleLogger : guardedLogger(options.logger);
  return {
    store: options.store,
    agents: options.agents ?? {},
    directory: options.directory ?? null,
    calendars: options.calendars ?? {},
    clock: options.clock ?? systemClock,
    ids: options.ids ?? randomIds,
    random,
    logger,
    limits: filled(DEFAULT_LIMITS, options.limits),
    jobs: filled(DEFAULT_JOBS, jobs),
    webhooks:
      webhooks === undefined
        ? null
        : filled({ ...DEFAULT_WEBHOOKS, random, transport: webhooks.transport }, webhooks),
    secretKeys: options.secretKeys ?? [],
    allowPlaintextSecrets: options.allowPlaintextSecrets ?? false,
    onCommit: options.onCommit ?? null,
    telemetry: options.telemetry === undefined ? null : guardedTelemetry(options.telemetry, logger),
    retention:
      retention === undefined
        ? null
        : filled({ ...DEFAULT_RETENTION, endedMs: retention.endedMs, feedMs: retention.endedMs }, retention),
    batches: filled(DEFAULT_BATCHES, options.batches),
    cachedStateBytes: options.cachedStateBytes ?? DEFAULT_CACHED_STATE_BYTES,
  };
}

/** `defaults` with what is given in their place; a value that is `undefined` counts as left out. */
function filled<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(values) as Partial<T>) };
}
