/** Stored webhook deliveries: one row for each event of a receiver. */
import type { EngineEvent, ExternalEventType } from '../../interpreter/event.js';
import type { ExecutionKey, ExecutionSummary } from './executions.js';
import type { Claim } from './jobs.js';
import type { Page, PageRequest } from './page.js';
import type { Visible } from './visible.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
/** Status of a delivery: `pending`, `delivered` or `dead`. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Key of a delivery. */
export interface DeliveryKey extends ExecutionKey {
  /** seq of its event. */
  readonly seq: number;
}

/** A stored event for a receiver. */
export interface Delivery extends DeliveryKey {
  readonly eventId: string;
  /** Type of the event. */
  readonly type: ExternalEventType;
  /** Status of the delivery. */
  readonly status: DeliveryStatus;
  /** Number of attempts since it was first due, or was last requested again. */
  readonly attempts: number;
  /** null unless it is pending; ms since the epoch, as all times. */
  readonly nextAttemptAt: number | null;
  /** HTTP status of the last response; null without one. */
  readonly lastStatus: number | null;
  /** Error of the last attempt; null after a success. */
  readonly lastError: string | null;
  /** Time of the event, in ms since the epoch. */
  readonly createdAt: number;
  /** Time of the last change, in ms since the epoch. */
  readonly updatedAt: number;
}

/** A delivery with its event. */
export interface PendingDelivery {
  /** Delivery to make. */
  readonly delivery: Delivery;
  /** The event that it is about. */
  readonly event: EngineEvent;
}

/** All that an attempt needs to know. */
export interface DeliveryWork extends PendingDelivery {
  /**
   * Next pending deliveries in the order of seq, due or not: up to 8. The holder of the claim may
   * make them too, in order. Optional for a store.
   */
  readonly following?: readonly PendingDelivery[];
  /** The execution that the event belongs to. */
  readonly execution: ExecutionSummary;
  /** The secret of the run's own receiver, as the change that created it gave it. */
  readonly sealedSecret: string | null;
}

/** Result of an attempt. */
export type DeliveryResult = {
  /** The claim that it was made under. */
  readonly claim: Claim;
  /** Number of the event. */
  readonly seq: number;
  /** End of the attempt. */
  readonly at: number;
  /** HTTP status of the response; null without one. */
  readonly lastStatus: number | null;
  /** Error of the attempt; null after a success. */
  readonly lastError: string | null;
} & (
  | {
      /** New status of the delivery. */
      readonly status: 'delivered' | 'dead';
      readonly nextAttemptAt: null;
    }
  /** Time of the next attempt. */
  | { readonly status: 'pending'; readonly nextAttemptAt: number }
);

/** Filter of a workspace's deliveries. */
export interface DeliveryQuery {
  readonly workspaceId: string;
  readonly executionId?: string | undefined;
  /** Only those in this status. */
  readonly status?: DeliveryStatus | undefined;
  /** Only those of runs that can be seen. */
  readonly visible?: Visible | undefined;
}

/** Deliveries to repeat. */
export interface Redelivery extends ExecutionKey {
  /** One delivery that is not pending, or null: all dead ones of the execution. */
  readonly seq: number | null;
  /** Time of the request, in ms since the epoch: when they are due. */
  readonly now: number;
}

/**
 * Deliveries of an execution go out in sequence. So an execution has at most one job of kind
 * `webhook-delivery` (with the stepId ''). This rule holds after every commit, result and
 * redelivery: while the execution has pending deliveries, the job exists and is due at the
 * `nextAttemptAt` of the pending one with the lowest seq. Otherwise it does not exist. A claimed
 * job keeps its claim and lease; the rule is applied when its result is recorded, or when the lease
 * ends.
 */
export interface DeliveryStore {
  /** Returns the first pending delivery by seq for each claim; null: the claim is lost. */
  loadDeliveries(claims: readonly Claim[]): Promise<(DeliveryWork | null)[]>;

  /**
   * Writes results of attempts, counts each, and releases the jobs by the rule above. Results under
   * one claim come together, in the order of seq, and are all written or none. For each result:
   * true; false when its claim no longer holds, and nothing is written; `busy` when another
   * transaction holds its execution. A busy one is recorded again soon (a store may wait instead).
   * MUST be serialized with commits of the same execution, or an event committed meanwhile has no
   * job.
   */
  recordDeliveryResults(results: readonly DeliveryResult[]): Promise<readonly (boolean | 'busy')[]>;

  /** Newest first. */
  listDeliveries(query: DeliveryQuery, page: PageRequest): Promise<Page<Delivery>>;

  /**
   * Makes deliveries pending again, due now, with no attempts made; their events stay. Returns
   * their number; null: the execution or delivery does not exist.
   */
  redeliver(request: Redelivery): Promise<number | null>;
}
