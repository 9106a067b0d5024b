/** Entries of the feed as rows, and back. */
import { type Change, type FeedEntry, isExternal } from '@org/approval-core';
import type { RowOf } from '../../schema/tables.js';

export const feedRows = ({ state, events }: Change): RowOf<'feed'>[] =>
  events.filter(isExternal).map(({ seq, type, timestamp }) => ({
    workspace_id: state.workspaceId,
    execution_id: state.executionId,
    seq,
    position: null,
    type,
    definition_id: state.definitionId,
    organization_id: state.organizationId,
    document_id: state.documentId,
    happened_at: timestamp,
  }));

export const feedEntryOf = (row: RowOf<'feed'> & { readonly position: number }): FeedEntry => ({
  workspaceId: row.workspace_id,
  executionId: row.execution_id,
  seq: row.seq,
  position: row.position,
  type: row.type,
  definitionId: row.definition_id,
  organizationId: row.organization_id,
  documentId: row.document_id,
});
