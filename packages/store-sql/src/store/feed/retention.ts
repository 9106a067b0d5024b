/** Deletes old rows from the start of each feed, in small transactions. */
import { deleteRows, runAll } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import { sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { read, transact } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';
import { lockHead, sequence, writeHead } from './positions.js';
import { eventsIn } from '../rows/feed.js';

/** Small, so that readers that assign positions do not wait long. */
const BATCH = 500;

export async function trimFeed(context: StoreContext, before: number): Promise<number> {
  let trimmed = 0;
  for (let at = await nextWorkspace(context, ''); at !== null; at = await nextWorkspace(context, at)) {
    const workspaceId = at;
    // A feed without readers has no positions yet.
    await sequence(context, workspaceId);
    let count = BATCH;
    while (count === BATCH) {
      const old = await transact(context.driver, (session) => trim(context, session, workspaceId, before));
      count = old.length;
      trimmed += old.reduce((sum, row) => sum + eventsIn(row), 0);
    }
  }
  return trimmed;
}

/** Workspaces with a feed, one index lookup each. */
async function nextWorkspace({ names, driver }: StoreContext, after: string): Promise<string | null> {
  const text = `select workspace_id from ${names.feed} where workspace_id > ? order by workspace_id limit 1`;
  const statement = sql<Pick<RowOf<'feed'>, 'workspace_id'>>(text, [after]);
  const { rows } = await read(driver, (session) => session.run(statement));
  return rows[0]?.workspace_id ?? null;
}

/** Returns the number of deleted rows. */
async function trim(
  context: StoreContext,
  session: Session,
  workspaceId: string,
  before: number,
): Promise<readonly RowOf<'feed'>[]> {
  const { newest } = await lockHead(context, session, workspaceId);
  const text = `select execution_id, seq, position, happened_at, earlier from ${context.names.feed}
    where workspace_id = ? and position > 0 order by position limit ${BATCH}`;
  const { rows } = await session.run(sql<RowOf<'feed'>>(text, [workspaceId]));
  const end = rows.findIndex(({ happened_at }) => happened_at >= before);
  const old = end === -1 ? rows : rows.slice(0, end);
  const taken = old.at(-1)?.position ?? null;
  if (taken === null) return [];
  const keys = old.map((row) => [workspaceId, row.execution_id, row.seq]);
  await runAll(context, session, deleteRows(context, 'feed', keys));
  await writeHead(context, session, { workspace_id: workspaceId, newest, taken });
  return old;
}
