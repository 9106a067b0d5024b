// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { ExternalEventType } from '../../../interpreter/event.js';

/** An event on its way to a receiver. */
export interface DeliveryView {
  /** Id of the delivery, for `redeliver`. */
  deliveryId: string;
  /** The execution whose event it is. */
  executionId: string;
  /** Id of the event; the same in every attempt. */
  eventId: string;
  /** Number of the event in its execution. */
  seq: number;
  /** Type of the event. */
  type: ExternalEventType;
  /**
   * `pending` until the receiver took it, or until the last attempt failed: then it is `dead`.
   */
  status: 'pending' | 'delivered' | 'dead';
  /** Attempts made since it was first due, or was last asked for again. */
  attempts: number;
  /** Time of the next attempt, in ms since the epoch; null unless it is pending. */
  nextAttemptAt: number | null;
  /** HTTP status of the last response; null when there was none. */
  lastStatus: number | null;
  /** Error of the last attempt; null after a success. */
  lastError: string | null;
  /** Time of the event, in ms since the epoch. */
  createdAt: number;
  /** Time of the delivery's last change, in ms since the epoch. */
  updatedAt: number;
}

/** Result of repeating deliveries. */
export interface RedeliverResult {
  /** Number of repeated deliveries; pending ones are not counted. */
  scheduled: number;
}
