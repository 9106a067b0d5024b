/** The tables of inboxes and absences. */
import type { StoredAbsence } from '@org/approval-core/store';
import { id, json, number } from '../sql/columns.js';
import type { TableShape } from '../sql/dialect.js';

const STEP = ['workspace_id', 'execution_id', 'step_id'] as const;

export const PEOPLE_TABLES = {
  /** A row for each person whom a waiting step waits for, so that an inbox costs what its page holds. */
  inbox: {
    columns: {
      workspace_id: id(),
      execution_id: id(),
      step_id: id(),
      /** SHA-256 of the userId, which can be longer than a key may be. */
      reviewer: id(),
      waiting_since: number(),
      /** Far away where there is no deadline. */
      due_at: number(),
      /** Whether a substitute may answer in this person's place. */
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
  /** One row for each absence, and one for each person who had one, which is locked while their absences change. */
  absences: {
    columns: {
      workspace_id: id(),
      absence_id: id(),
      /** SHA-256 of the userId; '' in a row that is only there to be locked. */
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
