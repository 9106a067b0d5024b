/** Entries of the feed as rows, and back: those of one commit are one row. */
import type { Change, FeedEntry } from '@org/approval-core/store';
import { isExternal } from '@org/approval-core/interpreter';
import type { EarlierEntry } from '../../schema/hosting-tables.js';
import type { RowOf } from '../../schema/tables.js';
import { fromJson, toJson } from '../../sql/json.js';

/** Most events in a row, so that a reader of a few reads little more. */
const EVENTS_OF_ROW = 100;

export function feedRows({ state, events }: Change): RowOf<'feed'>[] {
  const external = events.filter(isExternal);
  const rows: RowOf<'feed'>[] = [];
  for (let first = 0; first < external.length; first += EVENTS_OF_ROW) {
    const earlier = external.slice(first, first + EVENTS_OF_ROW);
    const last = earlier.pop();
    if (last === undefined) break;
    rows.push({
      workspace_id: state.workspaceId,
      execution_id: state.executionId,
      seq: last.seq,
      position: null,
      type: last.type,
      definition_id: state.definitionId,
      organization_id: state.organizationId,
      document_id: state.documentId,
      happened_at: last.timestamp,
      earlier:
        earlier.length === 0 ? null : toJson(earlier.map(({ seq, type }): EarlierEntry => [seq, type])),
    });
  }
  return rows;
}

const earlierOf = ({ earlier }: Pick<RowOf<'feed'>, 'earlier'>): readonly EarlierEntry[] =>
  earlier === null ? [] : fromJson(earlier);

/** Number of events in the row. */
export const eventsIn = (row: Pick<RowOf<'feed'>, 'earlier'>): number => earlierOf(row).length + 1;

/** The row's position is that of its last event. */
export function feedEntriesOf(row: RowOf<'feed'> & { readonly position: number }): FeedEntry[] {
  const events = [...earlierOf(row), [row.seq, row.type] as const];
  return events.map(([seq, type], index) => ({
    workspaceId: row.workspace_id,
    executionId: row.execution_id,
    seq,
    position: row.position - (events.length - 1 - index),
    type,
    definitionId: row.definition_id,
    organizationId: row.organization_id,
    documentId: row.document_id,
  }));
}
