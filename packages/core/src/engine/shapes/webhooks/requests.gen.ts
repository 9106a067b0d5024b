// Generated from the schemas of requests.ts by `npm run types`. Do not edit.

/** A page of webhook deliveries, newest first. */
export interface ListDeliveriesRequest {
  /** Only deliveries of this execution. */
  executionId?: string | undefined;
  /** Only deliveries in this status. */
  status?: 'pending' | 'delivered' | 'dead' | undefined;
  /** Page size, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

/** Deliveries to repeat: exactly one of `deliveryId` and `executionId`. */
export interface RedeliverRequest {
  /** One delivery that has ended, as `listDeliveries` shows it. */
  deliveryId?: string | undefined;
  /** An execution, all of whose dead deliveries are meant. */
  executionId?: string | undefined;
  /** Says what is done with an executionId anyway. */
  status?: 'dead' | undefined;
}
