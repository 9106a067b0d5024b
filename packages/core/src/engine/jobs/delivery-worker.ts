/**
 * Delivers events (contract section 12) under the claim on a run's deliveries: those that are due, one after the other, and
 * how they went is written together. What was delivered and not yet written is delivered again after a crash, so a claim
 * goes on to another one for a moment only.
 */
import { storableText } from '../../definition/json.js';
import type { Clock } from '../../ports/clock.js';
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
import type { WebhookOutcome, WebhookTransport } from '../../ports/webhooks.js';
import { observed } from '../telemetry.js';
import { type BatchLimits, Batcher } from '../batcher.js';
import { type Busy, LOCKED, NOT_BUSY, busyAgain } from '../commit/busy.js';
import type { DefinitionCache } from '../definition-cache.js';
import type { Work } from './job-runner.js';
import { ApprovalError } from '../errors.js';
import { UnreadableSecret } from '../secrets/secret-cipher.js';
import { ReceiverLimits } from './receiver-limits.js';
import { receiverOf } from '../webhooks/receiver.js';
import type { SecretService } from '../secrets/secret-service.js';

/** Later by up to so much of the delay, never earlier. */
const JITTER = 0.1;
const ERROR_LENGTH = 500;

/** For so long a claim goes on to the next delivery. */
const GOES_ON_MS = 250;

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
  readonly perReceiver: number;
  readonly limits: BatchLimits;
  /** null: nobody hears of attempts. */
  readonly telemetry: Telemetry | null;
}

export class DeliveryWorker {
  private readonly options: DeliveryWorkerOptions;
  private readonly receivers: ReceiverLimits;
  private readonly loads: Batcher<Claim, DeliveryWork | null>;
  private readonly results: Batcher<readonly DeliveryResult[], boolean | 'busy'>;

  constructor(options: DeliveryWorkerOptions) {
    this.options = options;
    this.receivers = new ReceiverLimits(options.perReceiver);
    this.loads = new Batcher((claims) => options.store.loadDeliveries(claims), options.limits);
    this.results = new Batcher((lists) => recordAll(options.store, lists), options.limits);
  }

  limits(running: Iterable<ClaimedJob>): ConcurrencyLimits {
    return this.receivers.limits(running);
  }

  async perform(claimed: ClaimedJob, { signal }: Work): Promise<void> {
    const { job, token } = claimed;
    const work = await this.loads.add({ job, token });
    if (work === null) return;
    await this.record(await this.deliverDue({ job, token }, work, { signal, claimed }));
  }

  /** The one that the claim is for, and behind it what is due too, until one fails. */
  private async deliverDue(
    claim: Claim,
    work: DeliveryWork,
    { signal, claimed }: { readonly signal: AbortSignal; readonly claimed: ClaimedJob },
  ): Promise<DeliveryResult[]> {
    const { clock } = this.options;
    const { concurrencyKey: key } = claimed;
    const until = clock.now() + GOES_ON_MS;
    const results: DeliveryResult[] = [];
    for (const { delivery, event } of [work, ...(work.following ?? NONE)]) {
      const isNext = results.length > 0;
      if (isNext && (signal.aborted || clock.now() >= until || !isDue(delivery, clock.now()))) break;
      const outcome = await this.told(claimed, { ...work, delivery, event }, signal).catch(
        (error: unknown) => {
          // What was delivered before is written first; the next claim meets the fault again.
          if (isNext) return null;
          throw error;
        },
      );
      if (outcome === null) break;
      if (key !== null) this.receivers.note(key, outcome.ok);
      results.push(this.result(claim, delivery, outcome));
      if (!outcome.ok) break;
    }
    return results;
  }

  private told(claimed: ClaimedJob, work: DeliveryWork, signal: AbortSignal): Promise<WebhookOutcome> {
    const { workspaceId, executionId } = claimed.job;
    const { attempts } = work.delivery;
    return observed<'delivery', WebhookOutcome>(
      this.options.telemetry,
      () => ({
        ...{ kind: 'delivery', workspaceId, executionId, attempt: attempts },
        receiver: claimed.concurrencyKey ?? '',
      }),
      () => this.attempt(work, signal),
      ({ ok }) => {
        if (ok) return 'delivered';
        return this.options.retryDelaysMs[attempts] === undefined ? 'dead' : 'retrying';
      },
    );
  }

  /** While a transaction of somebody else holds the execution, its results wait, and nobody else's. */
  private async record(results: readonly DeliveryResult[]): Promise<void> {
    let busy: Busy | null = NOT_BUSY;
    while ((await this.results.add(results)) === 'busy') {
      busy = busyAgain(busy);
      if (busy === null) throw new ApprovalError('UNAVAILABLE', LOCKED);
      await afterMs(busy.delayMs);
    }
  }

  private async attempt(work: DeliveryWork, signal: AbortSignal): Promise<WebhookOutcome> {
    const { transport, clock, definitions, secrets } = this.options;
    const { delivery, event, execution } = work;
    const now = clock.now();
    const definition = await definitions.ofExecution(execution);
    const receiver = receiverOf(execution, definition);
    if (receiver === null) return failed('the definition names no receiver');
    const signing = await secrets.signing(work, definition, receiver, now).catch(unreadable);
    if (signing instanceof UnreadableSecret) return failed(signing.message);
    const [newest, ...older] = signing;
    if (newest === undefined) return failed('there is no secret to sign with');
    return transport.deliver({
      url: receiver.url,
      body: new TextEncoder().encode(JSON.stringify(event)),
      eventId: event.eventId,
      attempt: delivery.attempts,
      secrets: [newest, ...older],
      now,
      signal,
    });
  }

  private result(claim: Claim, delivery: Delivery, outcome: WebhookOutcome): DeliveryResult {
    const at = this.options.clock.now();
    const ended = { claim, seq: delivery.seq, at, lastStatus: outcome.status } as const;
    if (outcome.ok) return { ...ended, status: 'delivered', nextAttemptAt: null, lastError: null };
    const lastError = storableText(outcome.error, ERROR_LENGTH);
    const delay = this.options.retryDelaysMs[delivery.attempts];
    if (delay === undefined) return { ...ended, status: 'dead', nextAttemptAt: null, lastError };
    const nextAttemptAt = at + Math.ceil(delay * (1 + JITTER * this.options.random()));
    return { ...ended, status: 'pending', nextAttemptAt, lastError };
  }
}

const NONE: readonly PendingDelivery[] = [];

const isDue = ({ nextAttemptAt }: Delivery, now: number): boolean =>
  nextAttemptAt !== null && nextAttemptAt <= now;

/** Of each list, which is of one claim, what became of it. */
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

/** Nothing was sent. It counts all the same: what stays so must end as dead, and say why. */
const failed = (error: string): WebhookOutcome => ({ ok: false, status: null, error });

function unreadable(error: unknown): UnreadableSecret {
  if (error instanceof UnreadableSecret) return error;
  throw error;
}
