/** Fills the inboxes of a database that was made before there were any. */
import { type Dialect, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { fromJson } from '../sql/json.js';
import { inboxRows } from './inbox-rows.js';
import type { Names } from './names.js';
import { insertRows, runAll } from './statements.js';
import type { RowOf } from './tables.js';

type StepRow = Pick<RowOf<'steps'>, 'workspace_id' | 'execution_id' | 'step_id' | 'body'>;

const BATCH = 500;

export async function fillInbox(dialect: Dialect, names: Names, session: Session): Promise<void> {
  const target = { dialect, names };
  let last: readonly string[] = ['', '', ''];
  for (;;) {
    const [workspace = '', execution = '', step = ''] = last;
    const { rows } = await session.run(
      sql<StepRow>(
        `select workspace_id, execution_id, step_id, body from ${names.steps}
         where waiting_since is not null and (workspace_id > ? or (workspace_id = ? and (execution_id > ?
           or (execution_id = ? and step_id > ?))))
         order by workspace_id, execution_id, step_id limit ${BATCH}`,
        [workspace, workspace, execution, execution, step],
      ),
    );
    const found = rows.flatMap((row) => inboxRows(row, fromJson(row.body)));
    if (found.length > 0) await runAll(target, session, insertRows(target, 'inbox', found, { update: [] }));
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = [end.workspace_id, end.execution_id, end.step_id];
  }
}
