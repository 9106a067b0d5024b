/** The deliveries of one execution in the in-memory store. */
import { type EngineEvent, isExternal } from '../interpreter/event.js';
import type { Delivery, Push, Redelivery, Settlement } from '../ports/store/deliveries.js';
import type { ExecutionKey } from '../ports/store/executions.js';

export interface Deliveries {
  readonly lane: string;
  /** By seq. */
  readonly rows: readonly Delivery[];
}

/** With a pending delivery for each pushed event. */
export function withPushed(
  { workspaceId, executionId }: ExecutionKey,
  known: Deliveries | null,
  { lane, seqs }: Push,
  events: readonly EngineEvent[],
): Deliveries {
  const rows = events.flatMap((event): Delivery[] => {
    if (!seqs.includes(event.seq) || !isExternal(event)) return [];
    const { seq, eventId, type, timestamp } = event;
    return [
      {
        ...{ workspaceId, executionId, seq, eventId, type },
        ...{ status: 'pending', attempts: 0, nextAttemptAt: timestamp, lastStatus: null, lastError: null },
        ...{ createdAt: timestamp, updatedAt: timestamp },
      },
    ];
  });
  return { lane, rows: [...(known?.rows ?? []), ...rows] };
}

/** The pending delivery with the lowest seq. */
export const headOf = ({ rows }: Deliveries): Delivery | undefined =>
  rows.find((row) => row.status === 'pending');

export const withSettled = (deliveries: Deliveries, settlement: Settlement): Deliveries => ({
  ...deliveries,
  rows: deliveries.rows.map((row) => {
    if (row.seq !== settlement.seq) return row;
    const { at, status, nextAttemptAt, lastStatus, lastError } = settlement;
    const attempts = row.attempts + 1;
    return { ...row, status, attempts, nextAttemptAt, lastStatus, lastError, updatedAt: at };
  }),
});

/** With some due again: one that is not pending, or all dead ones. Null: there is no such delivery. */
export function withRedelivered(
  deliveries: Deliveries,
  { seq, now }: Pick<Redelivery, 'seq' | 'now'>,
): { readonly deliveries: Deliveries; readonly count: number } | null {
  if (seq !== null && !deliveries.rows.some((row) => row.seq === seq)) return null;
  let count = 0;
  const rows = deliveries.rows.map((row): Delivery => {
    const isMeant = seq === null ? row.status === 'dead' : row.seq === seq && row.status !== 'pending';
    if (!isMeant) return row;
    count += 1;
    return { ...row, status: 'pending', attempts: 0, nextAttemptAt: now, updatedAt: now };
  });
  return { deliveries: { ...deliveries, rows }, count };
}
