/** Parties of executions. */
import type { PartyKey } from '@org/approval-core/store';
import { selectRows } from '../../schema/statements.js';
import { read } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';
import { userKey } from '../../sql/user-key.js';
import { textKey } from '../text-key.js';

export async function areParties(context: StoreContext, keys: readonly PartyKey[]): Promise<boolean[]> {
  const wanted = keys.map((it) => [it.workspaceId, it.executionId, userKey(it.userId)]);
  const rows = await read(context.driver, (session) => selectRows(context, session, 'parties', wanted));
  const found = new Set(rows.map((it) => textKey(it.workspace_id, it.execution_id, it.user_key)));
  return wanted.map((key) => found.has(textKey(...key)));
}
