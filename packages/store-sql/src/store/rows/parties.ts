/** Parties as rows. */
import type { Change, ExecutionState } from '@org/approval-core';
import { createHash } from 'node:crypto';
import type { RowOf } from '../../schema/tables.js';

/** Most bytes of a text that a column of ids holds. */
const ID_BYTES = 255;

/** What stands for a user in a key: the id itself, or the hash of one that is too long for it. */
export function userKey(userId: string): string {
  const plain = `=${userId}`;
  return Buffer.byteLength(plain) <= ID_BYTES
    ? plain
    : `#${createHash('sha256').update(userId).digest('hex')}`;
}

export const partyRow = (
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
