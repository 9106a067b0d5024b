/** The feed (decision 0019). */
import type { FeedQuery, FeedSlice, FeedStore } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { type Value, sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { read } from '../../sql/retry.js';
import { type StoreContext, roundedUp } from '../context.js';
import { loadEvents } from '../read/events.js';
import { type Head, NO_HEAD, headOf, sequence } from './positions.js';
import { trimFeed } from './retention.js';
import { feedEntriesOf } from '../rows/feed.js';

export const feedStore = (context: StoreContext): FeedStore => ({
  readFeed: (query) => readFeed(context, query),
  loadEvents: (keys) => loadEvents(context, keys),
  trimFeed: ({ before }) => trimFeed(context, before),
});

/**
 * First every committed event gets its position, then events up to the newest one are read, so that
 * none can come in between. A check afterwards detects rows that retention deleted meanwhile.
 */
async function readFeed(context: StoreContext, query: FeedQuery): Promise<FeedSlice> {
  const { workspaceId } = query;
  await sequence(context, workspaceId);
  const { newest } = await read(context.driver, (session) => head(context, session, workspaceId));
  const rows = await read(context.driver, (session) => entries(context, session, query, newest));
  const { taken } = await read(context.driver, (session) => head(context, session, workspaceId));
  // A reader may have stopped in the middle of a commit.
  const found = rows.flatMap(feedEntriesOf).filter(({ position }) => position > query.after);
  return { entries: found.slice(0, query.limit), last: newest, oldest: taken };
}

const head = async (context: StoreContext, session: Session, workspaceId: string): Promise<Head> =>
  (await headOf(context, session, workspaceId)) ?? NO_HEAD;

type PlacedRow = RowOf<'feed'> & { readonly position: number };

async function entries(
  { names }: StoreContext,
  session: Session,
  { workspaceId, executionId, after, limit }: FeedQuery,
  newest: number,
): Promise<readonly PlacedRow[]> {
  const params: Value[] = [workspaceId, ...(executionId === undefined ? [] : [executionId]), after, newest];
  const text = `select * from ${names.feed} where workspace_id = ?${
    executionId === undefined ? '' : ' and execution_id = ?'
  } and position > ? and position <= ? order by position limit ${roundedUp(limit)}`;
  return (await session.run(sql<PlacedRow>(text, params))).rows;
}
