/** A waiting step in inboxes: one row per reviewer, and one for the list of all. */
import type { StepState } from '@org/approval-core/interpreter';
import { stoodInFor } from '@org/approval-core/internal';
import { createHash } from 'node:crypto';
import type { RowOf } from '../../schema/tables.js';

/** A userId as a key. */
export const personKey = (userId: string): string => createHash('sha256').update(userId).digest('hex');

/** `personKey` with a cache: steps that begin to wait together often share reviewers. */
export function personKeys(): typeof personKey {
  const known = new Map<string, string>();
  return (userId) => {
    const key = known.get(userId) ?? personKey(userId);
    known.set(userId, key);
    return key;
  };
}

/** Inbox of all waiting steps. */
export const EVERYBODY = '';

/** Later than any due time. */
export const NEVER = 9_007_199_254_740_991;

export function inboxRows(
  key: Pick<RowOf<'inbox'>, 'workspace_id' | 'execution_id'>,
  step: StepState,
  keyOf: typeof personKey = personKey,
): RowOf<'inbox'>[] {
  if (step.status !== 'waiting') return [];
  const stoodIn = new Set(stoodInFor(step).map(keyOf));
  return [EVERYBODY, ...new Set(step.waitingForReviewers.map(keyOf))].map((reviewer) => ({
    workspace_id: key.workspace_id,
    execution_id: key.execution_id,
    step_id: step.stepId,
    reviewer,
    waiting_since: step.waitingSince ?? step.createdAt,
    due_at: step.dueAt ?? NEVER,
    substitutes: stoodIn.has(reviewer) ? 1 : 0,
  }));
}
