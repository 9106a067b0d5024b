/** Shared by listings of an in-memory store: cursors, and the filter of runs. */
import type { ExecutionState } from '../interpreter/state.js';
import type { ExecutionQuery, WaitingQuery } from '../ports/store/executions.js';
import { isVisible } from '../ports/store/visible.js';

/** Returns a position; null: the cursor is foreign. */
export const placeOf = (cursor: string): number | null => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null);

/** Returns two positions, separated by a dot; NaN: the cursor is foreign. */
export function placesOf(cursor: string): [number, number] {
  const [, position = NaN, seq = NaN] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  return [Number(position), Number(seq)];
}

/** True if the run matches the query and is visible. */
export function matches(state: ExecutionState, query: ExecutionQuery | WaitingQuery): boolean {
  const isAsked = (['definitionId', 'organizationId', 'documentId'] as const).every(
    (field) => query[field] === undefined || state[field] === query[field],
  );
  return isAsked && isVisible(query.visible, state);
}
