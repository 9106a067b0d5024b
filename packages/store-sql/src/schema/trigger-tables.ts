/** The tables of triggers: outcomes of schedules and events, listeners, and emitted events. */
import type { StoredHostEvent, StoredTrigger } from '@org/approval-core/store';
import { id, json, number, orNull } from '../sql/columns.js';
import type { TableShape } from '../sql/dialect.js';

export const TRIGGER_TABLES = {
  /** Schedules and event triggers of active definitions. */
  triggers: {
    columns: {
      workspace_id: id(),
      uid: id(),
      trigger_id: id(),
      /** Next instant of a schedule. */
      next_at: orNull(number()),
      body: json<StoredTrigger>(),
    },
    key: ['workspace_id', 'uid', 'trigger_id'],
    indexes: [{ name: 'scheduled', columns: ['workspace_id', 'next_at'], where: 'next_at is not null' }],
  },
  /** One row per trigger and type of host events. */
  listeners: {
    columns: { workspace_id: id(), type: id(), uid: id(), trigger_id: id() },
    key: ['workspace_id', 'type', 'uid', 'trigger_id'],
    indexes: [{ name: 'by_definition', columns: ['workspace_id', 'uid'] }],
  },
  /** `execution_id` is that of its jobs. */
  host_events: {
    columns: {
      workspace_id: id(),
      execution_id: id(),
      created_at: number(),
      body: json<StoredHostEvent>(),
    },
    key: ['workspace_id', 'execution_id'],
    indexes: [{ name: 'forgettable', columns: ['created_at'] }],
  },
} as const satisfies Record<string, TableShape>;
