/** Filters of runs. */
import type { ListExecutionsRequest } from '@org/approval-core/views';

export const AGES = {
  hour: ['of the last hour', { youngerMs: 3_600_000 }],
  day: ['of the last day', { youngerMs: 86_400_000 }],
  week: ['of the last 7 days', { youngerMs: 7 * 86_400_000 }],
  'older-day': ['older than a day', { olderMs: 86_400_000 }],
  'older-week': ['older than 7 days', { olderMs: 7 * 86_400_000 }],
} as const satisfies Record<string, readonly [string, { youngerMs?: number; olderMs?: number }]>;

export const DUES = { over: 'overdue', day: 'within a day', week: 'within 7 days' } as const;

export type Filters = Omit<ListExecutionsRequest, 'pageSize' | 'cursor'>;
