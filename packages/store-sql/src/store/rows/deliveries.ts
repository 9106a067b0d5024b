/** Deliveries as rows, and back. */
import type { Change, Delivery, DeliveryResult } from '@org/approval-core/store';
import { isExternal } from '@org/approval-core/interpreter';
import type { ColumnName, RowOf } from '../../schema/tables.js';
import { DELIVERY_JOB, concurrencyKeyOf, jobRow } from './jobs.js';

export function deliveryRows({ state, push, events }: Change): RowOf<'deliveries'>[] {
  if (push === null) return [];
  return events.filter(isExternal).flatMap(({ seq, eventId, type, timestamp }) => {
    if (!push.seqs.includes(seq)) return [];
    return [
      {
        workspace_id: state.workspaceId,
        execution_id: state.executionId,
        seq,
        concurrency_key: push.concurrencyKey,
        event_id: eventId,
        type,
        status: 'pending',
        attempts: 0,
        next_attempt_at: timestamp,
        last_status: null,
        last_error: null,
        created_at: timestamp,
        updated_at: timestamp,
      },
    ];
  });
}

/** Columns that an attempt or a redelivery sets. */
export const DELIVERY_UPDATE = [
  'status',
  'attempts',
  'next_attempt_at',
  'last_status',
  'last_error',
  'updated_at',
] as const satisfies ColumnName<'deliveries'>[];

/** After an attempt. */
export const attemptedRow = (
  row: RowOf<'deliveries'>,
  { at, status, nextAttemptAt, lastStatus, lastError }: DeliveryResult,
): RowOf<'deliveries'> => ({
  ...row,
  status,
  attempts: row.attempts + 1,
  next_attempt_at: nextAttemptAt,
  last_status: lastStatus,
  last_error: lastError,
  updated_at: at,
});

/** Due again immediately. */
export const redeliveredRow = (row: RowOf<'deliveries'>, now: number): RowOf<'deliveries'> => ({
  ...row,
  status: 'pending',
  attempts: 0,
  next_attempt_at: now,
  updated_at: now,
});

/** The job of an execution whose pending delivery with the lowest seq is `head`. */
export const deliveryJobRow = (head: RowOf<'deliveries'>): RowOf<'jobs'> =>
  jobRow(
    { workspaceId: head.workspace_id, executionId: head.execution_id },
    {
      ...DELIVERY_JOB,
      // A pending delivery always has a time.
      dueAt: head.next_attempt_at ?? 0,
      attempt: 1,
      concurrencyKey: concurrencyKeyOf(head),
    },
  );

export const deliveryOf = (row: RowOf<'deliveries'>): Delivery => ({
  workspaceId: row.workspace_id,
  executionId: row.execution_id,
  seq: row.seq,
  eventId: row.event_id,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
