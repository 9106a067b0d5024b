/**
 * Delivers due events (contract section 12) in order, under the claim on a run's deliveries, and
 * writes the results together. After a crash, deliveries without a written result are repeated, so
 * a claim moves on soon.
 */
import { storableText } from '../../definition/json.js';
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';
import type {
  Delivery,
  DeliveryResult,
  DeliveryStore,
  DeliveryWork,
  PendingDelivery,
} from '../../ports/store/deliveries.js';
import type { Claim, ClaimedJob, ConcurrencyLimits } from '../../ports/store/jobs.js';
import type { Telemetry } from '../../ports/telemetry.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { WebhookAttempt, WebhookOutcome, WebhookTransport } from '../../ports/webhooks.js';
import { observed } from '../observing/telemetry.js';
import { type BatchLimits, Batcher } from '../scheduling/batcher.js';
import { type Busy, LOCKED, NOT_BUSY, busyAgain } from '../commit/busy.js';
import type { DefinitionCache } from '../caches/definitions.js';
import type { Work } from './job-runner.js';
import { ApprovalError, ERROR_LENGTH } from '../errors.js';
import { UnreadableSecret } from '../secrets/secret-cipher.js';
import type { ReceiverCounts } from './receiver-counts.js';
import { type Slot, ReceiverLimits, SLOW_MS } from './receiver-limits.js';
import { Refusals } from './refusals.js';
import { type FailedOutcome, attemptBy, failed } from '../webhooks/attempt.js';
import { receiverOf } from '../webhooks/receiver.js';
import type { SecretService } from '../secrets/secret-service.js';

/** Later by up to so much of the delay, never earlier. */
const JITTER = 0.1;

/** Time during which a claim may go on to the next delivery. */
const GOES_ON_MS = 250;

/** Longest postponement of a claim; an exchange is shorter, so a slot is free by then. */
const PUT_OFF_MS = 10_000;

/** Concurrent batches: runs are claimed ahead, so larger batches are better than more. */
const AT_ONCE = 2;

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export interface DeliveryWorkerOptions {
  readonly store: ApprovalStore;
  readonly clock: Clock;
  readonly definitions: DefinitionCache;
  readonly secrets: SecretService;
  readonly transport: WebhookTransport;
  readonly retryDelaysMs: readonly number[];
  /** 0 to below 1. */
  readonly random: () => number;
  /** Concurrency in total and per receiver. */
  readonly concurrency: number;
  readonly perReceiver: number;
  /** Exchanges with each receiver, calls included. */
  readonly counts?: ReceiverCounts;
  readonly limits: BatchLimits;
  /** Logs errors of the transport. */
  readonly logger: Logger;
  /** null: no telemetry. */
  readonly telemetry: Telemetry | null;
}

/** HTTP status of a receiver that will never take anything again. */
const GONE = 410;
/** A transport of the host's may say anything. */
const LONGEST_RETRY_AFTER_MS = 86_400_000;

export class DeliveryWorker {
  private readonly options: DeliveryWorkerOptions;
  private readonly receivers: ReceiverLimits;
  private readonly loads: Batcher<Claim, DeliveryWork | null>;
  private readonly results: Batcher<readonly DeliveryResult[], boolean | 'busy'>;
  private readonly givenBack: Batcher<Claim, undefined>;
  private readonly putOff: Batcher<Claim, boolean>;
  private readonly delays = new Refusals({ longestMs: PUT_OFF_MS });

  constructor(options: DeliveryWorkerOptions) {
    this.options = options;
    this.receivers = new ReceiverLimits(options);
    const { store } = options;
    const limits = { ...options.limits, maxConcurrent: Math.min(AT_ONCE, options.limits.maxConcurrent) };
    this.loads = new Batcher((claims) => store.loadDeliveries(claims), limits);
    this.results = new Batcher((lists) => recordAll(store, lists), limits);
    this.givenBack = new Batcher(async (claims) => {
      await store.releaseJobs(claims);
      return claims.map(() => undefined);
    }, limits);
    // Extends leases without working under them: other claims come first until they end.
    this.putOff = new Batcher((claims) => {
      const leaseMs = Math.max(...claims.map(({ job }) => this.delays.delayOf(job)));
      return store.extendJobs(claims, { now: options.clock.now(), leaseMs });
    }, limits);
  }

  limits(running: Iterable<ClaimedJob>): ConcurrencyLimits {
    return this.receivers.limits(running);
  }

  async perform(claimed: ClaimedJob, { stop: { signal } }: Work): Promise<void> {
    const { job, token } = claimed;
    const claim = { job, token };
    const work = await this.loads.add(claim);
    if (work === null) return;
    const { concurrencyKey: key } = claimed;
    const slot = await this.receivers.enter({ workspaceId: job.workspaceId, key });
    if (slot === 'given-back' || slot === 'put-off') {
      await (slot === 'put-off' ? this.putOff : this.givenBack).add(claim);
      return;
    }
    // The lease was lost, or the engine stops, while it waited for room.
    if (signal.aborted) {
      slot.leave();
      return;
    }
    // The slot is free once the receiver answers; the run stays claimed until that is written.
    const results = await this.deliverDue(claim, work, { signal, claimed, slot }).finally(slot.leave);
    await this.record(results);
  }

  /** Delivers the event of the claim, and further due ones, until one fails. */
  private async deliverDue(
    claim: Claim,
    work: DeliveryWork,
    {
      signal,
      claimed,
      slot,
    }: { readonly signal: AbortSignal; readonly claimed: ClaimedJob; readonly slot: Slot },
  ): Promise<DeliveryResult[]> {
    const { clock } = this.options;
    const { concurrencyKey: key } = claimed;
    const until = clock.now() + GOES_ON_MS;
    const results: DeliveryResult[] = [];
    const signed = await this.signed(work);
    const all = [work, ...(work.following ?? NONE)];
    for (const [index, pending] of all.entries()) {
      const { delivery } = pending;
      const isNext = results.length > 0;
      const began = clock.now();
      if (isNext && (signal.aborted || began >= until || !isDue(delivery, began))) break;
      const attempt = () => this.attempt(pending, signed, signal);
      const outcome = await this.timed(slot, this.traced(claimed, delivery, attempt)).catch(
        (error: unknown) => {
          // Earlier deliveries are written first; the next claim meets the fault again.
          if (isNext) return null;
          throw error;
        },
      );
      if (outcome === null) break;
      const tookMs = clock.now() - began;
      if (key !== null) this.receivers.note(key, { succeeded: outcome.ok, tookMs });
      results.push(this.result(claim, delivery, outcome));
      if (outcome.ok) continue;
      // A receiver that is gone accepts none of the other deliveries either.
      const others = outcome.status === GONE ? all.slice(index + 1) : NONE;
      results.push(...others.map((it) => this.result(claim, it.delivery, outcome)));
      break;
    }
    return results;
  }

  /** One that hangs is slow before it has answered. */
  private timed<T>({ late }: Slot, attempt: Promise<T>): Promise<T> {
    const { clock } = this.options;
    return attempt.finally(clock.wakeAt(clock.now() + SLOW_MS, late));
  }

  private traced(
    claimed: ClaimedJob,
    { attempts }: Delivery,
    attempt: () => Promise<WebhookOutcome>,
  ): Promise<WebhookOutcome> {
    const { workspaceId, executionId } = claimed.job;
    return observed<'delivery', WebhookOutcome>(
      this.options.telemetry,
      () => ({
        ...{ kind: 'delivery', workspaceId, executionId, attempt: attempts },
        receiver: claimed.concurrencyKey ?? '',
      }),
      attempt,
      (outcome) => {
        if (outcome.ok) return 'delivered';
        return this.delayOf({ attempts }, outcome) === null ? 'dead' : 'retrying';
      },
    );
  }

  /** While another transaction holds the execution, only its own results wait. */
  private async record(results: readonly DeliveryResult[]): Promise<void> {
    let busy: Busy | null = NOT_BUSY;
    while ((await this.results.add(results)) === 'busy') {
      busy = busyAgain(busy);
      if (busy === null) throw new ApprovalError('UNAVAILABLE', LOCKED);
      await afterMs(busy.delayMs);
    }
  }

  private async attempt(
    { delivery, event }: PendingDelivery,
    signed: Signed | FailedOutcome,
    signal: AbortSignal,
  ): Promise<WebhookOutcome> {
    const { transport, clock, logger } = this.options;
    if ('ok' in signed) return signed;
    const attempt = {
      ...signed,
      body: new TextEncoder().encode(JSON.stringify(event)),
      eventId: event.eventId,
      attempt: delivery.attempts,
      now: clock.now(),
      signal,
    };
    return attemptBy(transport, attempt, logger);
  }

  /** Returns the URL and the signing secrets of a claim's deliveries. */
  private async signed(work: DeliveryWork): Promise<Signed | FailedOutcome> {
    const { clock, definitions, secrets } = this.options;
    const { execution } = work;
    const definition = await definitions.ofExecution(execution);
    const receiver = receiverOf(execution, definition);
    if (receiver === null) return failed('the definition names no receiver');
    const signing = await secrets.signing(work, definition, receiver, clock.now()).catch(unreadable);
    if (signing instanceof UnreadableSecret) return failed(signing.message);
    const [newest, ...older] = signing;
    if (newest === undefined) return failed('the receiver has no secret to sign with');
    return { url: receiver.url, secrets: [newest, ...older] };
  }

  private result(claim: Claim, delivery: Delivery, outcome: WebhookOutcome): DeliveryResult {
    const at = this.options.clock.now();
    const ended = { claim, seq: delivery.seq, at, lastStatus: outcome.status } as const;
    if (outcome.ok) return { ...ended, status: 'delivered', nextAttemptAt: null, lastError: null };
    const lastError = storableText(outcome.error, ERROR_LENGTH);
    const delay = this.delayOf(delivery, outcome);
    if (delay === null) return { ...ended, status: 'dead', nextAttemptAt: null, lastError };
    const nextAttemptAt = at + Math.ceil(delay * (1 + JITTER * this.options.random()));
    return { ...ended, status: 'pending', nextAttemptAt, lastError };
  }

  /** Returns ms to the next attempt; null after the last one, or if the receiver is gone. */
  private delayOf(
    { attempts }: Pick<Delivery, 'attempts'>,
    { status, retryAfterMs }: FailedOutcome,
  ): number | null {
    const delay = this.options.retryDelaysMs[attempts];
    if (delay === undefined || status === GONE) return null;
    const asked = Number.isFinite(retryAfterMs) ? Number(retryAfterMs) : 0;
    return Math.max(delay, Math.min(LONGEST_RETRY_AFTER_MS, asked));
  }
}

const NONE: readonly PendingDelivery[] = [];

type Signed = Pick<WebhookAttempt, 'url' | 'secrets'>;

const isDue = ({ nextAttemptAt }: Delivery, now: number): boolean =>
  nextAttemptAt !== null && nextAttemptAt <= now;

/** Writes each list, which belongs to one claim, and returns its outcomes. */
async function recordAll(
  store: Pick<DeliveryStore, 'recordDeliveryResults'>,
  lists: readonly (readonly DeliveryResult[])[],
): Promise<(boolean | 'busy')[]> {
  const all = await store.recordDeliveryResults(lists.flat());
  let next = 0;
  return lists.map((list) => {
    const recorded = all[next] ?? false;
    next += list.length;
    return recorded;
  });
}

function unreadable(error: unknown): UnreadableSecret {
  if (error instanceof UnreadableSecret) return error;
  throw error;
}
