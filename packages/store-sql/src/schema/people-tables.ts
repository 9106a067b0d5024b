/** The tables of inboxes and absences. */
import type { StoredAbsence } from '@org/approval-core/store';
import { id, json, number } from '../sql/columns.js';
import type { TableShape } from '../sql/dialect.js';

const STEP = ['workspace_id', 'execution_id', 'step_id'] as const;

export const PEOPLE_TABLES = {
  /** One row per reviewer of a waiting step, so the cost of an inbox depends on its page alone. */
  inbox: {
    columns: {
      workspace_id: id(),
      execution_id: id(),
      step_id: id(),
      /** SHA-256 of the userId, which may exceed the length of a key. */
      reviewer: id(),
      waiting_since: number(),
      /** Far in the future where no deadline exists. */
      due_at: number(),
      /** 1 when a substitute may decide for this reviewer. */
      substitutes: number<0 | 1>(),
    },
    key: [...STEP, 'reviewer'],
    indexes: [
      {
        name: 'longest',
        columns: ['workspace_id', 'reviewer', 'waiting_since', 'execution_id', 'step_id'],
      },
      { name: 'due', columns: ['workspace_id', 'reviewer', 'due_at', 'execution_id', 'step_id'] },
    ],
  },
  /** One row per absence, and one per user who had one, which is locked while absences change. */
  absences: {
    columns: {
      workspace_id: id(),
      absence_id: id(),
      /** SHA-256 of the userId; '' in a row that serves only as a lock. */
      absent: id(),
      substitute: id(),
      from_at: number(),
      until_at: number(),
      body: json<StoredAbsence | null>(),
    },
    key: ['workspace_id', 'absence_id'],
    indexes: [
      { name: 'by_begin', columns: ['workspace_id', 'from_at', 'absence_id'] },
      { name: 'by_person', columns: ['workspace_id', 'absent', 'from_at', 'absence_id'] },
      { name: 'by_substitute', columns: ['workspace_id', 'substitute', 'until_at'] },
    ],
  },
} as const satisfies Record<string, TableShape>;
