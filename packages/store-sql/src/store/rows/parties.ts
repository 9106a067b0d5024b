/** Parties as rows. */
import type { Change } from '@org/approval-core/store';
import type { ExecutionState } from '@org/approval-core/interpreter';
import type { RowOf } from '../../schema/tables.js';
import { userKey } from '../../sql/user-key.js';

const partyRow = (
  { workspaceId, executionId, createdAt }: ExecutionState,
  userId: string,
): RowOf<'parties'> => ({
  workspace_id: workspaceId,
  execution_id: executionId,
  user_key: userKey(userId),
  created_at: createdAt,
});

export const partyRows = ({ state, parties }: Change): RowOf<'parties'>[] =>
  [...new Set(parties)].map((userId) => partyRow(state, userId));
