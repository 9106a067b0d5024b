/** The deliveries of one execution in the in-memory store. */
import { type EngineEvent, isExternal } from '../interpreter/event.js';
import type { Delivery, Redelivery, DeliveryResult } from '../ports/store/deliveries.js';
import type { ExecutionKey, Push } from '../ports/store/executions.js';

export interface Deliveries {
  readonly concurrencyKey: string;
  /** Ordered by seq. */
  readonly rows: readonly Delivery[];
}

/** With a pending delivery for each pushed event. */
export function withPushed(
  { workspaceId, executionId }: ExecutionKey,
  known: Deliveries | null,
  { concurrencyKey, seqs }: Push,
  events: readonly EngineEvent[],
): Deliveries {
  const rows = events.flatMap((event): Delivery[] => {
    if (!seqs.includes(event.seq) || !isExternal(event)) return [];
    const { seq, eventId, type, timestamp } = event;
    return [
      {
        workspaceId,
        executionId,
        seq,
        eventId,
        type,
        status: 'pending',
        attempts: 0,
        nextAttemptAt: timestamp,
        lastStatus: null,
        lastError: null,
        createdAt: timestamp,
        updatedAt: timestamp,
      },
    ];
  });
  return { concurrencyKey, rows: [...(known?.rows ?? []), ...rows] };
}

/** The pending delivery with the lowest seq. */
export const headOf = ({ rows }: Deliveries): (Delivery & { readonly nextAttemptAt: number }) | undefined =>
  rows.find(isPending);

/** Returns up to `most` pending deliveries behind this one. */
export function followingOf({ rows }: Deliveries, { seq }: Delivery, most: number): readonly Delivery[] {
  const found: Delivery[] = [];
  for (const row of rows) {
    if (row.seq <= seq || !isPending(row)) continue;
    if (found.push(row) === most) break;
  }
  return found;
}

const isPending = (row: Delivery): row is Delivery & { readonly nextAttemptAt: number } =>
  row.status === 'pending' && row.nextAttemptAt !== null;

export const withResult = (deliveries: Deliveries, result: DeliveryResult): Deliveries => ({
  ...deliveries,
  rows: deliveries.rows.map((row) => {
    if (row.seq !== result.seq) return row;
    const { at, status, nextAttemptAt, lastStatus, lastError } = result;
    const attempts = row.attempts + 1;
    return { ...row, status, attempts, nextAttemptAt, lastStatus, lastError, updatedAt: at };
  }),
});

/** Makes one ended delivery, or all dead ones, due again. Null: the delivery does not exist. */
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
