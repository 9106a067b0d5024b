/** What a store keeps of webhook deliveries: one row for each event that a receiver is to get. */
import type { EngineEvent, ExternalEventType } from '../../interpreter/event.js';
import type { ExecutionKey, ExecutionSummary } from './executions.js';
import type { Claim } from './jobs.js';
import type { Page, PageRequest } from './page.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface DeliveryKey extends ExecutionKey {
  /** Of its event. */
  readonly seq: number;
}

export interface Delivery extends DeliveryKey {
  readonly eventId: string;
  readonly type: ExternalEventType;
  readonly status: DeliveryStatus;
  /** Made since it was first due, or was last asked for again. */
  readonly attempts: number;
  /** null unless it is pending; ms since the epoch, as all times. */
  readonly nextAttemptAt: number | null;
  /** HTTP status of the last answer; null when there was none. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Which events of a change are to be pushed. */
export interface Push {
  /** Of the receiver: jobs of one lane share a limit (see `ClaimRequest.lanes`). Up to 300 ASCII characters. */
  readonly lane: string;
  /** Ascending, at least one; each is of an external event of the change. */
  readonly seqs: readonly number[];
}

/** All that an attempt needs to know. */
export interface DeliveryWork {
  readonly delivery: Delivery;
  readonly event: EngineEvent;
  readonly execution: ExecutionSummary;
  /** Of the run's own receiver, as the change that created it gave it. */
  readonly sealedSecret: string | null;
}

export interface Settlement {
  readonly claim: Claim;
  readonly seq: number;
  /** When the attempt ended. */
  readonly at: number;
  readonly status: DeliveryStatus;
  /** When to try again; null unless it stays pending. */
  readonly nextAttemptAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export interface DeliveryQuery {
  readonly workspaceId: string;
  readonly executionId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

export interface Redelivery extends ExecutionKey {
  /** One delivery that is not pending, or null: all dead ones of the execution. */
  readonly seq: number | null;
  readonly now: number;
}

/**
 * Deliveries of an execution go out one after the other. So an execution has at most one job of kind
 * `webhook-delivery` (with the stepId ''), and this rule holds after every commit, settlement and redelivery:
 * while the execution has pending deliveries, the job exists and is due at the `nextAttemptAt` of the pending one
 * with the lowest seq; otherwise there is none. A job that is claimed keeps its claim and its lease; the rule is
 * applied to it when it is settled, or when the lease ends.
 */
export interface DeliveryStore {
  /** For each claim on a delivery job the pending delivery with the lowest seq; null: the claim holds no more. */
  loadDeliveries(claims: readonly Claim[]): Promise<(DeliveryWork | null)[]>;

  /**
   * Writes how attempts went, counts each, and gives the jobs back by the rule above. For each settlement: true; false
   * when its claim holds no more, and then nothing of it is written. MUST be serialised with commits of the same
   * execution, or an event that is committed meanwhile is left without a job.
   */
  settleDeliveries(settlements: readonly Settlement[]): Promise<boolean[]>;

  /** Newest first. */
  listDeliveries(query: DeliveryQuery, page: PageRequest): Promise<Page<Delivery>>;

  /**
   * Makes deliveries pending again, due now, with no attempts made; their events stay what they are. Gives how many;
   * null: there is no such execution, or no such delivery.
   */
  redeliver(request: Redelivery): Promise<number | null>;
}
