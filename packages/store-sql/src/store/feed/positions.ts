/**
 * Assigns positions to committed events. A commit writes its row without one; the next reader of
 * the feed assigns them, one process at a time, under a lock on the workspace's row. So only
 * visible events get positions, and new positions always follow earlier ones.
 */
import { insertRows, runAll } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import { sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { read, transact } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';
import { eventsIn } from '../rows/feed.js';

/** Rows that get positions in one transaction. */
const BATCH = 1_000;

export type Head = Pick<RowOf<'feed_heads'>, 'newest' | 'taken'>;
export const NO_HEAD: Head = { newest: 0, taken: 0 };

export async function headOf(
  { names }: StoreContext,
  session: Session,
  workspaceId: string,
  ending = '',
): Promise<Head | null> {
  const text = `select newest, taken from ${names.feed_heads} where workspace_id = ?${ending}`;
  return (await session.run(sql<Head>(text, [workspaceId]))).rows[0] ?? null;
}

/** Returns the head of the workspace, created if missing, and locked until the transaction ends. */
export async function lockHead(context: StoreContext, session: Session, workspaceId: string): Promise<Head> {
  const { forUpdate } = context.dialect;
  const known = await headOf(context, session, workspaceId, forUpdate);
  if (known !== null) return known;
  const row = { workspace_id: workspaceId, ...NO_HEAD };
  await runAll(context, session, insertRows(context, 'feed_heads', [row], { update: [] }));
  return (await headOf(context, session, workspaceId, forUpdate)) ?? NO_HEAD;
}

export const writeHead = (context: StoreContext, session: Session, row: RowOf<'feed_heads'>): Promise<void> =>
  runAll(context, session, insertRows(context, 'feed_heads', [row], { update: ['newest', 'taken'] }));

/** Assigns positions to all events of the workspace that were committed before. */
export async function sequence(context: StoreContext, workspaceId: string): Promise<void> {
  const { driver } = context;
  const isWaiting = await read(driver, (session) => unplaced(context, session, workspaceId, 1));
  if (isWaiting.length === 0) return;
  while ((await transact(driver, (session) => place(context, session, workspaceId))) === BATCH);
}

async function place(context: StoreContext, session: Session, workspaceId: string): Promise<number> {
  const { newest, taken } = await lockHead(context, session, workspaceId);
  const rows = await unplaced(context, session, workspaceId, BATCH);
  if (rows.length === 0) return 0;
  let last = newest;
  const placed = inOrder(rows).map((row) => {
    last += eventsIn(row);
    return { ...row, position: last };
  });
  await runAll(context, session, insertRows(context, 'feed', placed, { update: ['position'] }));
  await writeHead(context, session, { workspace_id: workspaceId, newest: last, taken });
  return rows.length;
}

/**
 * Rows without a position, from the first of each execution on, so that the order of seq is kept
 * across batches.
 */
async function unplaced(
  { names }: StoreContext,
  session: Session,
  workspaceId: string,
  limit: number,
): Promise<readonly RowOf<'feed'>[]> {
  const text = `select * from ${names.feed} where workspace_id = ? and position is null
    order by execution_id, seq limit ${limit}`;
  return (await session.run(sql<RowOf<'feed'>>(text, [workspaceId]))).rows;
}

/**
 * Sorted by time; events of one execution stay in the order of seq, even if clocks of processes
 * disagree.
 */
function inOrder(rows: readonly RowOf<'feed'>[]): RowOf<'feed'>[] {
  const latest = new Map<string, number>();
  const timed = rows.map((row) => {
    const at = Math.max(row.happened_at, latest.get(row.execution_id) ?? 0);
    latest.set(row.execution_id, at);
    return { row, at };
  });
  // The sort is stable, and rows arrive in the order of seq.
  return timed.sort((a, b) => a.at - b.at).map(({ row }) => row);
}
