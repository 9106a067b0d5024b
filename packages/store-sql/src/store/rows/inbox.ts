/** How a change changes the inboxes. */
import type { Change } from '@org/approval-core';
import { inboxRows } from '../../schema/inbox-rows.js';
import { deleteRows, insertRows } from '../../schema/statements.js';
import type { Sql } from '../../sql/dialect.js';
import type { StoreContext } from '../context.js';
import { executionValues } from './executions.js';

/** Rows of changed steps go before those that are there now come. */
export function inboxWrites(
  context: StoreContext,
  changes: readonly Change[],
): { readonly deletions: Sql[]; readonly additions: Sql[] } {
  const changed = changes.filter(({ expectedSeq }) => expectedSeq > 0);
  const gone = changed.flatMap(({ state, changedSteps }) =>
    changedSteps.map(({ stepId }) => [...executionValues(state), stepId]),
  );
  const rows = changes.flatMap(({ state, changedSteps }) => {
    const key = { workspace_id: state.workspaceId, execution_id: state.executionId };
    return changedSteps.flatMap((step) => inboxRows(key, step));
  });
  return { deletions: deleteRows(context, 'inbox', gone), additions: insertRows(context, 'inbox', rows) };
}
