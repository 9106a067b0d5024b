/** Options of an engine. */
import type { NormalizeUserId } from '../../definition/user-ids.js';
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
import type { CallCredentials, MayCall } from '../../ports/calls.js';
import type { NotificationChannels } from '../../ports/channels.js';
import type { WebhookTransport } from '../../ports/webhooks.js';
import type { BatchLimits } from '../scheduling/batcher.js';
import type { OnCommit } from '../commit/host-commit.js';
import { guardedTelemetry } from '../observing/telemetry.js';
import { withNotedErrors } from '../scheduling/store-errors.js';
import type { SecretKey } from '../secrets/secret-cipher.js';

/**
 * Options of `createApprovalEngine`. Unknown or invalid options throw. Fields that end in `Ms` take
 * ms or a duration such as `'30s'`, `'90d'`, `'PT8H'`.
 */
export interface EngineOptions<Tx = never> {
  /** Storage: `createMemoryStore()`, or a store on a database. */
  readonly store: ApprovalStore<Tx>;
  /** The host's agents by agentId; the same in every process. */
  readonly agents?: Agents;
  /** Groups, roles and managers; without it, nodes that use them fail. */
  readonly directory?: Directory;
  /**
   * Returns the one form of a user id, as `(userId) => userId.toLowerCase()` for ids that ignore
   * case. It is applied wherever a user id enters: requests, definitions, inputs, the directory,
   * callers. Must be pure, idempotent, the same in every process, and set before the first run:
   * stored ids are not changed. By default ids are compared byte for byte; only separation of
   * duties takes ids that look alike for one person.
   */
  readonly normalizeUserId?: NormalizeUserId;
  /** Working times by name, for deadlines in working time; must be the same in every process. */
  readonly calendars?: Readonly<Record<string, Calendar>>;
  /** The system's clock, unless a test owns the time. */
  readonly clock?: Clock;
  /** Random identifiers, unless a test has to foresee them. */
  readonly ids?: Ids;
  /** Returns a number from 0 to below 1, for jitter; `Math.random` by default. */
  readonly random?: () => number;
  /** The console, unless the host has a logger. */
  readonly logger?: Logger;
  /** Size limits of one request and one execution. */
  readonly limits?: Partial<RequestLimits>;
  /** Background work of this process: agents, deadlines, deliveries. */
  readonly jobs?: Partial<Timed<JobOptions>>;
  /** Channels of notification nodes by name; the same in every process. */
  readonly notify?: NotificationChannels;
  /** Webhooks and triggers; without it, definitions and dispatches with webhooks are refused. */
  readonly webhooks?: Timed<WebhookOptions>;
  /**
   * Keys that seal stored secrets of webhooks and triggers, and sign callback tokens; newest first.
   * Without any, secrets are never written to a durable store.
   */
  readonly secretKeys?: readonly SecretKey[];
  /**
   * Stores secrets unencrypted in a durable store without a key.
   * @defaultValue false
   */
  readonly allowPlaintextSecrets?: boolean;
  /**
   * Writes the host's rows in the transaction of every change of an execution. Needs a store with
   * transactions.
   */
  readonly onCommit?: OnCommit;
  /** Listener for the engine's work, such as `openTelemetry()` of `@org/approval-otel`. */
  readonly telemetry?: Telemetry;
  /** Chains the events of each execution, so that a change of stored data shows. */
  readonly record?: RecordOptions;
  /** Deletes executions some time after their end; without it they stay. */
  readonly retention?: Timed<RetentionOptions>;
  /**
   * Size of a round trip to the store, and number of concurrent ones, so that deciding one batch
   * overlaps with writing another. From 16 concurrent calls a batch takes half of them, unless only
   * one may run.
   */
  readonly batches?: Partial<BatchLimits>;
  /**
   * Approximate size of the cache of recent states, in bytes of JSON; memory use is about four
   * times as much. A decision on a cached run is one round trip to a durable store instead of two;
   * the commit detects others' writes. 0: no cache. An in-memory store needs none.
   * @defaultValue 33_554_432
   */
  readonly cachedStateBytes?: number;
}

/** Limits of requests. */
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

/** Background work of an engine: agents, deadlines, deliveries. */
export interface JobOptions {
  /**
   * False in a process that only takes calls; another one must run the jobs.
   * @defaultValue true
   */
  readonly run: boolean;
  /**
   * Limit of concurrent agent calls. A call past its time does not count, even if its function
   * ignores the signal.
   * @defaultValue 16
   */
  readonly agentConcurrency: number;
  /**
   * Limit of concurrent calls of webhook and notification nodes.
   * @defaultValue 32
   */
  readonly callConcurrency: number;
  /**
   * Lease in ms of a job whose worker shows no sign of life.
   * @defaultValue 30_000
   */
  readonly leaseMs: number;
  /**
   * Poll interval in ms for jobs of other processes on a shared store.
   * @defaultValue 1_000
   */
  readonly pollMs: number;
}

/** Webhook delivery. */
export interface WebhookOptions {
  /** `createWebhookTransport()` of `@org/approval-webhooks/node`. */
  readonly transport: WebhookTransport;
  /**
   * The delay before each further attempt, in ms; after the last one the delivery is dead.
   * @defaultValue [2_000, 8_000, 32_000, 120_000, 480_000]
   */
  readonly retryDelaysMs?: readonly number[];
  /** Returns a number from 0 to below 1, for jitter; the engine's `random` by default. */
  readonly random?: () => number;
  /**
   * Concurrent delivery attempts of this process; of several workspaces, each has at most half.
   * @defaultValue 64
   */
  readonly concurrency?: number;
  /**
   * Concurrent attempts per receiver (by origin), deliveries and calls together.
   * @defaultValue 8
   */
  readonly perReceiver?: number;
  /**
   * Public URL of the callback route, for async webhook nodes; without it their steps fail. It is
   * never taken from a request.
   */
  readonly callbackUrl?: string;
  /**
   * Allows calls of webhook nodes by their origin. Asked when a definition is written, and before
   * each attempt. Only `true` allows; by default every public origin is allowed.
   */
  readonly mayCall?: MayCall;
  /** Returns the headers of webhook nodes with `auth.kind` `host`. Asked for each attempt. */
  readonly credentials?: CallCredentials;
}

/** Record of executions. */
export interface RecordOptions {
  /**
   * Continues chains without a seal, which were begun before `secretKeys` were given. Their seals
   * stay absent.
   * @defaultValue false
   */
  readonly acceptUnsealed?: boolean;
}

/** Retention of ended executions. */
export interface RetentionOptions {
  /** Retention of executions after their end, in ms. */
  readonly endedMs: number;
  /** Retention of events in the feed, in ms: at most `endedMs`, which is the default. */
  readonly feedMs?: number;
  /**
   * Time in ms after the dispatch during which an idempotency key returns its execution; at least
   * `endedMs`.
   * @defaultValue 7_776_000_000
   */
  readonly keysMs?: number;
  /**
   * Interval of the cleanup, in ms.
   * @defaultValue 600_000
   */
  readonly everyMs?: number;
  /**
   * Executions deleted at a time.
   * @defaultValue 100
   */
  readonly batchSize?: number;
}

/** Default of `limits`. */
export const DEFAULT_LIMITS: RequestLimits = Object.freeze({
  requestBytes: LIMITS.requestBytes,
  stepsPerExecution: LIMITS.stepsPerExecution,
});

/** Larger batches are slower: the database idles while one is decided (decision 0011). */
export const DEFAULT_BATCHES: BatchLimits = Object.freeze({
  maxSize: 64,
  maxBytes: 8_388_608,
  maxConcurrent: 4,
});

/** Default of `cachedStateBytes`: about 10,000 waiting executions. */
export const DEFAULT_CACHED_STATE_BYTES = 33_554_432;

/** Default of `jobs`. */
export const DEFAULT_JOBS: JobOptions = Object.freeze({
  run: true,
  agentConcurrency: 16,
  callConcurrency: 32,
  leaseMs: 30_000,
  pollMs: 1_000,
});

/**
 * Contract section 12; in ms. After the last one the delivery is dead.
 * @see docs/reference/contract.md#12-outbound-webhooks
 */
export const RETRY_DELAYS_MS: readonly number[] = Object.freeze([2_000, 8_000, 32_000, 120_000, 480_000]);

type OptionalWebhooks = 'callbackUrl' | 'mayCall' | 'credentials';

/** Options of webhooks with their defaults. */
export type WebhookSettings = Required<Omit<WebhookOptions, OptionalWebhooks>> &
  Pick<WebhookOptions, OptionalWebhooks>;

/** Default of `webhooks`, without the transport. */
export const DEFAULT_WEBHOOKS: Omit<WebhookSettings, 'transport' | 'random'> = Object.freeze({
  retryDelaysMs: RETRY_DELAYS_MS,
  concurrency: 64,
  perReceiver: 8,
});

/** Default of `retention`, without required fields. */
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
  readonly normalizeUserId: NormalizeUserId | null;
  readonly calendars: Readonly<Record<string, Calendar>>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
  readonly logger: Logger;
  readonly limits: RequestLimits;
  readonly jobs: JobOptions;
  readonly notify: NotificationChannels;
  readonly webhooks: WebhookSettings | null;
  readonly secretKeys: readonly SecretKey[];
  readonly allowPlaintextSecrets: boolean;
  readonly onCommit: OnCommit | null;
  readonly telemetry: Telemetry | null;
  /** null: no chain begins, and those that exist are continued. */
  readonly record: Required<RecordOptions> | null;
  readonly retention: Required<RetentionOptions> | null;
  readonly batches: BatchLimits;
  readonly cachedStateBytes: number;
}

export function settingsOf<Tx>(options: CheckedOptions<Tx>): EngineSettings<Tx> {
  const { random = Math.random, webhooks, retention, jobs } = options;
  const logger = options.logger === undefined ? consoleLogger : guardedLogger(options.logger);
  return {
    store: withNotedErrors(options.store),
    agents: options.agents ?? {},
    directory: options.directory ?? null,
    normalizeUserId: options.normalizeUserId ?? null,
    calendars: options.calendars ?? {},
    clock: options.clock ?? systemClock,
    ids: options.ids ?? randomIds,
    random,
    logger,
    limits: filled(DEFAULT_LIMITS, options.limits),
    jobs: filled(DEFAULT_JOBS, jobs),
    notify: options.notify ?? {},
    webhooks:
      webhooks === undefined
        ? null
        : filled({ ...DEFAULT_WEBHOOKS, random, transport: webhooks.transport }, webhooks),
    secretKeys: options.secretKeys ?? [],
    allowPlaintextSecrets: options.allowPlaintextSecrets ?? false,
    onCommit: options.onCommit ?? null,
    telemetry: options.telemetry === undefined ? null : guardedTelemetry(options.telemetry, logger),
    record: options.record === undefined ? null : { acceptUnsealed: options.record.acceptUnsealed ?? false },
    retention:
      retention === undefined
        ? null
        : filled({ ...DEFAULT_RETENTION, endedMs: retention.endedMs, feedMs: retention.endedMs }, retention),
    batches: filled(DEFAULT_BATCHES, options.batches),
    cachedStateBytes: options.cachedStateBytes ?? DEFAULT_CACHED_STATE_BYTES,
  };
}

/** Returns `defaults` with the given values; `undefined` counts as omitted. */
function filled<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(values) as Partial<T>) };
}
