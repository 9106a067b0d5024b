/** Delivers events (contract section 12): one attempt for each claim, its outcome written under the claim. */
import { storableText } from '../../definition/json.js';
import type { Clock } from '../../ports/clock.js';
import type { DeliveryWork, Settlement } from '../../ports/store/deliveries.js';
import type { Claim, ClaimedJob, LaneLimits } from '../../ports/store/jobs.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { WebhookOutcome, WebhookTransport } from '../../ports/webhooks.js';
import { type BatchLimits, Batcher } from '../batcher.js';
import type { DefinitionCache } from '../definition-cache.js';
import type { Work } from '../job-runner.js';
import { Lanes } from './lanes.js';
import { receiverOf } from './receiver.js';
import type { SecretKeeper } from './secret-keeper.js';

/** Contract section 12; in ms. After the last one the delivery is dead. */
export const RETRY_DELAYS_MS: readonly number[] = [2_000, 8_000, 32_000, 120_000, 480_000];
/** Later by up to so much of the delay, never earlier. */
const JITTER = 0.1;
const ERROR_LENGTH = 500;

export interface DelivererOptions {
  readonly store: ApprovalStore;
  readonly clock: Clock;
  readonly definitions: DefinitionCache;
  readonly secrets: SecretKeeper;
  readonly transport: WebhookTransport;
  readonly retryDelaysMs: readonly number[];
  /** 0 to below 1. */
  readonly random: () => number;
  readonly perReceiver: number;
  readonly limits: BatchLimits;
}

export class Deliverer {
  private readonly options: DelivererOptions;
  private readonly lanes: Lanes;
  private readonly loads: Batcher<Claim, DeliveryWork | null>;
  private readonly settlements: Batcher<Settlement, boolean>;

  constructor(options: DelivererOptions) {
    this.options = options;
    this.lanes = new Lanes(options.perReceiver);
    this.loads = new Batcher((claims) => options.store.loadDeliveries(claims), options.limits);
    this.settlements = new Batcher((settled) => options.store.settleDeliveries(settled), options.limits);
  }

  limits(running: Iterable<ClaimedJob>): LaneLimits {
    return this.lanes.limits(running);
  }

  async perform(claimed: ClaimedJob, { signal }: Work): Promise<void> {
    const { job, token } = claimed;
    const work = await this.loads.add({ job, token });
    if (work === null) return;
    const outcome = await this.attempt(work, signal);
    if (claimed.lane !== null) this.lanes.note(claimed.lane, outcome.ok);
    await this.settlements.add(this.settlement({ job, token }, work, outcome));
  }

  private async attempt(work: DeliveryWork, signal: AbortSignal): Promise<WebhookOutcome> {
    const { transport, clock, definitions, secrets } = this.options;
    const { delivery, event, execution } = work;
    const now = clock.now();
    const definition = await definitions.ofExecution(execution);
    const receiver = receiverOf(execution, definition);
    const [newest, ...older] =
      receiver === null ? [] : await secrets.signing(work, definition, receiver, now);
    if (receiver === null || newest === undefined) throw new Error('a delivery has no receiver or no secret');
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

  private settlement(claim: Claim, { delivery }: DeliveryWork, outcome: WebhookOutcome): Settlement {
    const at = this.options.clock.now();
    const settled = { claim, seq: delivery.seq, at, lastStatus: outcome.status } as const;
    if (outcome.ok) return { ...settled, status: 'delivered', nextAttemptAt: null, lastError: null };
    const lastError = storableText(outcome.error, ERROR_LENGTH);
    const delay = this.options.retryDelaysMs[delivery.attempts];
    if (delay === undefined) return { ...settled, status: 'dead', nextAttemptAt: null, lastError };
    const nextAttemptAt = at + Math.ceil(delay * (1 + JITTER * this.options.random()));
    return { ...settled, status: 'pending', nextAttemptAt, lastError };
  }
}
