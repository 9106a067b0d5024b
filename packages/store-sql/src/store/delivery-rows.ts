/** Deliveries as rows, and back. */
import { type Change, type Delivery, type DeliveryStatus, isExternal } from '@org/approval-core';
import type { Row } from '../sql/dialect.js';

/** An execution has one job for all of its deliveries. */
export const DELIVERY_JOB = { kind: 'webhook-delivery', stepId: '' } as const;

export function deliveryRows({ state, push, events }: Change): Row[] {
  if (push === null) return [];
  const pushed = events.filter((event) => push.seqs.includes(event.seq) && isExternal(event));
  return pushed.map(({ seq, eventId, type, timestamp }) => ({
    workspace_id: state.workspaceId,
    execution_id: state.executionId,
    seq,
    lane: push.lane,
    event_id: eventId,
    type,
    status: 'pending',
    attempts: 0,
    next_attempt_at: timestamp,
    last_status: null,
    last_error: null,
    created_at: timestamp,
    updated_at: timestamp,
  }));
}

export const deliveryOf = (row: Row): Delivery => ({
  workspaceId: row['workspace_id'] as string,
  executionId: row['execution_id'] as string,
  seq: row['seq'] as number,
  eventId: row['event_id'] as string,
  type: row['type'] as Delivery['type'],
  status: row['status'] as DeliveryStatus,
  attempts: row['attempts'] as number,
  nextAttemptAt: row['next_attempt_at'] as number | null,
  lastStatus: row['last_status'] as number | null,
  lastError: row['last_error'] as string | null,
  createdAt: row['created_at'] as number,
  updatedAt: row['updated_at'] as number,
});
