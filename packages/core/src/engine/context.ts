/** State that the operations of an engine share. */
import { Shares } from '@org/approval-internal/shares';
import { AtMost, OneByKey, Turns } from '@org/approval-internal/turns';
import type { Agents } from '../ports/agents.js';
import type { Directory } from '../ports/directory.js';
import { HOSTING_LIMITS } from '../definition/limits.js';
import { workingCalendar } from '../calendar/working-time.js';
import type { Logger } from '../ports/logger.js';
import type { CommitSignals } from './feed/signals.js';
import { FeedWatches } from './feed/watch.js';
import type { Change } from '../ports/store/executions.js';
import { Activity } from './scheduling/activity.js';
import type { NormalizeUserId } from '../definition/user-ids.js';
import { AbsenceBook } from './caches/absences.js';
import { DefinitionCache } from './caches/definitions.js';
import { CallOrder } from './commit/call-order.js';
import { Dispatcher } from './commit/dispatcher.js';
import { HealthLooks } from './observing/store-health.js';
import type { BatchLimits } from './scheduling/batcher.js';
import { DEFAULT_BATCHES, type EngineSettings } from './options/options.js';
import { Pipeline, type PipelineOptions } from './commit/pipeline.js';
import { Chains } from './record/chains.js';
import { Seals } from './record/seals.js';
import { RequestParser } from './shapes/shared/parse.js';
import { CallbackTokens } from './secrets/callback-tokens.js';
import { SecretService } from './secrets/secret-service.js';
import { type SecretKey, SecretCipher } from './secrets/secret-cipher.js';
import type { Environment, TotalsByState } from '../interpreter/transition.js';
import type { NewTriggerJob } from './triggers/checked-plan.js';
import type { StoreClock } from './scheduling/store-clock.js';
import type { Telemetry } from '../ports/telemetry.js';
import type { MayCall } from '../ports/calls.js';
import type { WebhookTransport } from '../ports/webhooks.js';
import type { Ids } from '../ports/ids.js';
import type { ApprovalStore } from '../ports/store/store.js';

/** Each may hold a run of 32 MiB in memory, as stored and as returned. */
const READS = 8;

export interface EngineContext {
  readonly store: ApprovalStore;
  readonly clock: StoreClock;
  readonly ids: Ids;
  readonly agents: Agents;
  /** Names of the channels of notification nodes. */
  readonly channels: ReadonlySet<string>;
  /** null: groups, roles and managers are not known. */
  readonly directory: Directory | null;
  readonly parser: RequestParser;
  readonly normalizeUserId: NormalizeUserId;
  readonly definitions: DefinitionCache;
  readonly pipeline: Pipeline;
  readonly dispatcher: Dispatcher;
  /** null: the engine neither pushes events nor takes triggers. */
  readonly transport: WebhookTransport | null;
  readonly mayCall: MayCall | undefined;
  /** True if receivers of async webhook nodes can call back. */
  readonly hasCallbacks: boolean;
  readonly absences: AbsenceBook;
  readonly secrets: SecretService;
  readonly callbackTokens: CallbackTokens;
  /** Called when deliveries are due without a commit. */
  readonly onRedelivery: () => void;
  /** Called when jobs of triggers were written without a commit. */
  readonly onJobs: (jobs: readonly NewTriggerJob[]) => void;
  readonly environment: () => Environment;
  /** Running operations. */
  readonly activity: Activity;
  readonly turns: Turns;
  /** Concurrency limit of large reads: whole runs, and pages. */
  readonly reads: AtMost;
  /** Concurrency limit of definition checks: one, over any number of turns. */
  readonly checks: AtMost;
  /** Calls on one execution are applied in the order in which they were made. */
  readonly callOrder: CallOrder;
  /** Links of one person on one step are made one after the other. */
  readonly linking: OneByKey;
  readonly logger: Logger;
  /** null: no telemetry. */
  readonly telemetry: Telemetry | null;
  readonly health: HealthLooks;
  /** Jobs that are being done in this process. */
  readonly runningJobs: () => number;
  readonly signals: CommitSignals;
  readonly feeds: FeedWatches;
  /** Places of callers from outside that wait. */
  readonly waits: Shares;
  /** Aborted when the engine stops: waits return, and followers end. */
  readonly stopping: AbortSignal;
  /** Lease in ms of a subscription whose process shows no sign of life. */
  readonly leaseMs: number;
}

/** Hooks that notify workers and listeners of commits. */
export interface ContextHooks extends Pick<
  EngineContext,
  'onRedelivery' | 'onJobs' | 'signals' | 'stopping' | 'runningJobs'
> {
  readonly onCommitted: (change: Change) => void;
}

export function engineContext(
  settings: EngineSettings,
  clock: StoreClock,
  { onCommitted, onRedelivery, onJobs, signals, stopping, runningJobs }: ContextHooks,
): EngineContext {
  const { store, agents, ids, secretKeys, logger } = settings;
  const limits = batchLimits(settings);
  const environment = environmentOf(settings, clock);
  const definitions = new DefinitionCache(store, limits);
  const plaintext = settings.allowPlaintextSecrets || !store.durable;
  const cipher = new SecretCipher({ keys: secretKeys, plaintext });
  const secrets = new SecretService({ store, definitions, cipher });
  const turns = new Turns(settings.clock);
  const chains = chainsOf(settings);
  const committing = { definitions, environment, turns, chains, limits };
  const pipeline = pipelineOf(settings, { ...committing, signals, onCommitted });
  return {
    store,
    clock,
    ids,
    agents,
    channels: new Set(Object.keys(settings.notify)),
    directory: settings.directory,
    parser: new RequestParser(settings.limits.requestBytes, settings.normalizeUserId),
    normalizeUserId: settings.normalizeUserId ?? ((userId) => userId),
    definitions,
    pipeline,
    dispatcher: new Dispatcher({ store, secrets, pipeline, ids, ...committing }),
    transport: settings.webhooks?.transport ?? null,
    mayCall: settings.webhooks?.mayCall,
    hasCallbacks: settings.webhooks?.callbackUrl !== undefined && (secretKeys.length > 0 || !store.durable),
    absences: new AbsenceBook(store, clock),
    secrets,
    // An in-memory store loses its data with the process, so its tokens may end too.
    callbackTokens: new CallbackTokens(secretKeys.length > 0 || store.durable ? secretKeys : [ownKey()]),
    onRedelivery,
    onJobs,
    environment,
    turns,
    activity: new Activity(),
    reads: new AtMost(READS),
    checks: new AtMost(1),
    callOrder: new CallOrder(),
    linking: new OneByKey(),
    logger,
    telemetry: settings.telemetry,
    health: new HealthLooks(settings),
    runningJobs,
    signals,
    feeds: new FeedWatches({ store, signals, logger }),
    waits: new Shares({
      total: HOSTING_LIMITS.waits,
      ofWorkspace: HOSTING_LIMITS.workspaceWaits,
      ofSubject: HOSTING_LIMITS.subjectWaits,
    }),
    stopping,
    leaseMs: settings.jobs.leaseMs,
  };
}

function pipelineOf(
  { store, cachedStateBytes, logger, onCommit, telemetry }: EngineSettings,
  {
    signals,
    ...parts
  }: Pick<PipelineOptions, 'definitions' | 'environment' | 'turns' | 'chains' | 'limits' | 'onCommitted'> &
    Pick<ContextHooks, 'signals'>,
): Pipeline {
  return new Pipeline({
    store,
    ...parts,
    // An in-memory store needs no cache.
    cachedStateBytes: store.durable ? cachedStateBytes : 0,
    beforeCommit: () => signals.begun(),
    onFault: (error) => logger.error('a commit listener threw; the commit itself succeeded', error),
    onCommit,
    telemetry,
  });
}

/** A chain that was begun is continued by every process, so all have chains. */
const chainsOf = ({ record, secretKeys, logger }: EngineSettings): Chains =>
  new Chains({
    begins: record !== null,
    seals: new Seals(secretKeys),
    acceptUnsealed: record?.acceptUnsealed ?? false,
    onTampered: ({ workspaceId, executionId, seq }) =>
      logger.error(
        `record-tampered: the seal of event ${seq} of the execution "${executionId}" in the workspace "${workspaceId}" does not hold; a writer without the key of the engine changed it, or the key is gone from secretKeys`,
      ),
  });

/** An in-memory store has no statement size limit, so sizes are measured only on request. */
function batchLimits({ store, batches }: EngineSettings): BatchLimits {
  const isAsked = store.durable || batches.maxBytes !== DEFAULT_BATCHES.maxBytes;
  return isAsked ? batches : { ...batches, maxBytes: Infinity };
}

/** Returns the environment of a decision at the current time. */
function environmentOf(
  { calendars, ids, limits, normalizeUserId }: EngineSettings,
  clock: StoreClock,
): () => Environment {
  const working = new Map(
    Object.entries(calendars).map(([name, calendar]) => [name, workingCalendar(calendar)]),
  );
  const totals: TotalsByState = new WeakMap();
  return () => ({
    now: clock.now(),
    calendars: working,
    ...(normalizeUserId !== null && { normalizeUserId }),
    totals,
    newEventId: () => ids.next('evt'),
    maxStepsPerExecution: limits.stepsPerExecution,
  });
}

const ownKey = (): SecretKey => ({ keyId: 'own', key: crypto.getRandomValues(new Uint8Array(32)) });
