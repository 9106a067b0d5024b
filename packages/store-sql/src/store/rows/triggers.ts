/** Triggers and emitted events as rows, and back. */
import {
  type PlannedTrigger,
  type StoredHostEvent,
  type StoredTrigger,
  type TriggerKey,
  eventExecutionId,
} from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { fromJson, toJson } from '../../sql/json.js';

export const triggerRow = (trigger: StoredTrigger): RowOf<'triggers'> => ({
  workspace_id: trigger.workspaceId,
  uid: trigger.uid,
  trigger_id: trigger.triggerId,
  next_at: trigger.nextAt,
  body: toJson(trigger),
});

export const triggerOf = (row: Pick<RowOf<'triggers'>, 'body'>): StoredTrigger => fromJson(row.body);

export const triggerValues = ({ workspaceId, uid, triggerId }: TriggerKey): string[] => [
  workspaceId,
  uid,
  triggerId,
];

export const listenerRows = (
  { workspaceId, uid }: Omit<TriggerKey, 'triggerId'>,
  triggers: readonly PlannedTrigger[],
): RowOf<'listeners'>[] =>
  triggers.flatMap(({ triggerId, types }) =>
    types.map((type) => ({ workspace_id: workspaceId, type, uid, trigger_id: triggerId })),
  );

export const hostEventRow = (event: StoredHostEvent): RowOf<'host_events'> => ({
  workspace_id: event.workspaceId,
  execution_id: eventExecutionId(event.eventKey),
  created_at: event.emittedAt,
  body: toJson(event),
});

/** The job of a schedule, in the table of jobs. */
export const scheduleJobValues = ({ workspaceId, uid, triggerId }: TriggerKey): string[] => [
  workspaceId,
  uid,
  triggerId,
  'schedule',
];
