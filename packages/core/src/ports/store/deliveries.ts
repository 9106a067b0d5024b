/** What a store keeps of webhook deliveries: one row for each event that a receiver is to get. */
import type { EngineEvent, ExternalEventType } from '../../interpreter/event.js';
import type { ExecutionKey, ExecutionSummary } from './executions.js';
import type { Claim } from './jobs.js';
import type { Page, PageRequest } from './page.js';
import type { Visible } from './visible.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
/** Status of a delivery: `pending`, `delivered` or `dead`. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Which delivery. */
export interface DeliveryKey extends ExecutionKey {
  /** seq of its event. */
  readonly seq: number;
}

/** An event on its way to a receiver, as a store keeps it. */
export interface Delivery extends DeliveryKey {
  readonly eventId: string;
  /** Type of the event. */
  readonly type: ExternalEventType;
  /** How far it is. */
  readonly status: DeliveryStatus;
  /** How many were made since it was first due, or was last asked for again. */
  readonly attempts: number;
  /** null unless it is pending; ms since the epoch, as all times. */
  readonly nextAttemptAt: number | null;
  /** HTTP status of the last response; null when there was none. */
  readonly lastStatus: number | null;
  /** Why the last attempt failed; null when it did not. */
  readonly lastError: string | null;
  /** When the event happened, in ms since the epoch. */
  readonly createdAt: number;
  /** When the delivery last changed, in ms since the epoch. */
  readonly updatedAt: number;
}

/** A delivery, and what it says. */
export interface PendingDelivery {
  /** What is to be delivered. */
  readonly delivery: Delivery;
  /** The event that it is about. */
  readonly event: EngineEvent;
}

/** All that an attempt needs to know. */
export interface DeliveryWork extends PendingDelivery {
  /**
   * Some of the pending deliveries that come next in the order of seq, due or not: up to 8. Whoever has the claim may make
   * them too, one after the other. A store may leave it out.
   */
  readonly following?: readonly PendingDelivery[];
  /** The execution that the event belongs to. */
  readonly execution: ExecutionSummary;
  /** The secret of the run's own receiver, as the change that created it gave it. */
  readonly sealedSecret: string | null;
}

/** How an attempt went. */
export type DeliveryResult = {
  /** The claim that it was made under. */
  readonly claim: Claim;
  /** Number of the event. */
  readonly seq: number;
  /** When the attempt ended. */
  readonly at: number;
  /** HTTP status of the response; null when there was none. */
  readonly lastStatus: number | null;
  /** Why it failed; null when it did not. */
  readonly lastError: string | null;
} & (
  | {
      /** What the delivery is from now on. */
      readonly status: 'delivered' | 'dead';
      readonly nextAttemptAt: null;
    }
  /** When to try again. */
  | { readonly status: 'pending'; readonly nextAttemptAt: number }
);

/** Which deliveries of a workspace to list. */
export interface DeliveryQuery {
  readonly workspaceId: string;
  readonly executionId?: string | undefined;
  /** Only those in this status. */
  readonly status?: DeliveryStatus | undefined;
  /** Only those of runs that can be seen. */
  readonly visible?: Visible | undefined;
}

/** What to send again. */
export interface Redelivery extends ExecutionKey {
  /** One delivery that is not pending, or null: all dead ones of the execution. */
  readonly seq: number | null;
  /** Time of the request, in ms since the epoch: when they are due. */
  readonly now: number;
}

/**
 * Deliveries of an execution go out one after the other. So an execution has at most one job of kind
 * `webhook-delivery` (with the stepId ''), and this rule holds after every commit, result and redelivery:
 * while the execution has pending deliveries, the job exists and is due at the `nextAttemptAt` of the pending one
 * with the lowest seq; otherwise there is none. A job that is claimed keeps its claim and its lease; the rule is
 * applied to it when its result is recorded, or when the lease ends.
 */
export interface DeliveryStore {
  /** For each claim on a delivery job the pending delivery with the lowest seq; null: the claim holds no more. */
  loadDeliveries(claims: readonly Claim[]): Promise<(DeliveryWork | null)[]>;

  /**
   * Writes how attempts went, counts each, and hands the jobs back by the rule above. Results of several deliveries under
   * one claim come together, in the order of seq, and are all written or none. For each result: true; false
   * when its claim holds no more, and then nothing of it is written; `busy` when a transaction of somebody else holds
   * its execution, and it is to be recorded again in a moment (a store may wait instead). MUST be serialised with
   * commits of the same execution, or an event that is committed meanwhile is left without a job.
   */
  recordDeliveryResults(results: readonly DeliveryResult[]): Promise<readonly (boolean | 'busy')[]>;

  /** Newest first. */
  listDeliveries(query: DeliveryQuery, page: PageRequest): Promise<Page<Delivery>>;

  /**
   * Makes deliveries pending again, due now, with no attempts made; their events stay what they are. Returns how many;
   * null: there is no such execution, or no such delivery.
   */
  redeliver(request: Redelivery): Promise<number | null>;
}
