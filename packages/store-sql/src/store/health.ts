/**
 * Health of the database and its queues: statements that read an index up to a limit, and change
 * nothing.
 */
import {
  HEALTH_COUNT,
  HEALTH_FEEDS,
  type HealthStore,
  KEYLESS_JOB_KINDS,
  type StoreHealth,
  type StoreQueues,
  feedHealth,
} from '@org/approval-core/store';
import { CALL_JOB, type RowOf } from '../schema/tables.js';
import { isMigrated } from '../schema/migrate.js';
import { MIGRATIONS } from '../schema/migrations.js';
import { type Value, sql } from '../sql/dialect.js';
import { type Session, theRow } from '../sql/driver.js';
import { type StoreContext, databaseNow } from './context.js';
import { NO_HEAD, headOf } from './feed/positions.js';
import { DELIVERY_JOB, NO_CONCURRENCY_KEY } from './rows/jobs.js';
import { subscriptionStore } from './feed/subscriptions.js';

/** The caller wants the current state: failures are not retried. */
export const healthStore = (context: StoreContext): HealthStore => ({
  health: ({ workspaceId }) =>
    context.driver.read(async (session): Promise<StoreHealth> => {
      const now = await databaseNow(context, session);
      const migrated = await isMigrated(context, session, MIGRATIONS);
      const isAsked = migrated && workspaceId !== null;
      return { now, migrated, queues: isAsked ? await queues(context, session, workspaceId, now) : null };
    }),
});

/** A bounded count, and the time of the first item. */
interface Counted {
  readonly count: number;
  readonly first: number | null;
}

async function queues(
  context: StoreContext,
  session: Session,
  workspaceId: string,
  now: number,
): Promise<StoreQueues> {
  const due = await dueJobs(context, session, workspaceId, now);
  const pending = await deliveries(context, session, workspaceId, 'pending');
  const dead = await deliveries(context, session, workspaceId, 'dead');
  return {
    due: due.count,
    oldestDueAt: due.first,
    pending: pending.count,
    oldestPendingAt: pending.first,
    dead: dead.count,
    feeds: await feeds(context, session, workspaceId),
  };
}

async function dueJobs(
  context: StoreContext,
  session: Session,
  workspaceId: string,
  now: number,
): Promise<Counted> {
  const parts = [
    await dueDeliveries(context, session, workspaceId, now),
    await dueCalls(context, session, workspaceId, now),
  ];
  for (const kind of KEYLESS_JOB_KINDS) {
    // No index orders the jobs of one workspace by time, and another index would slow every commit.
    const longestDue = `select workspace_id, due_at from ${context.names.jobs}
      where kind = ? and concurrency_key = ? and claimable_at <= ? order by claimable_at limit ${HEALTH_COUNT}`;
    const text = `select count(*) as n, min(due_at) as first_at from (${longestDue}) longest where workspace_id = ?`;
    parts.push(await counted(session, text, [kind, NO_CONCURRENCY_KEY, now, workspaceId]));
  }
  const firsts = parts.flatMap(({ first }) => (first === null ? [] : [first]));
  return {
    count: Math.min(
      HEALTH_COUNT,
      parts.reduce((sum, { count }) => sum + count, 0),
    ),
    first: firsts.length === 0 ? null : Math.min(...firsts),
  };
}

/** The longest due calls, in the order of their own index. */
function dueCalls(
  { names }: StoreContext,
  session: Session,
  workspaceId: string,
  now: number,
): Promise<Counted> {
  const longestDue = `select due_at from ${names.jobs}
    where workspace_id = ? and kind = '${CALL_JOB}' and claimable_at <= ? order by claimable_at limit ${HEALTH_COUNT}`;
  return counted(session, `select count(*) as n, min(due_at) as first_at from (${longestDue}) due`, [
    workspaceId,
    now,
  ]);
}

/** Deliveries of one status, in the order of their index. */
export const OF_STATUS = `where workspace_id = ? and status = ?
  order by created_at, execution_id, seq limit ${HEALTH_COUNT}`;

/**
 * Found by the executions of pending deliveries, each of which has a job: the index of delivery
 * jobs is by receiver.
 */
function dueDeliveries(
  { names }: StoreContext,
  session: Session,
  workspaceId: string,
  now: number,
): Promise<Counted> {
  const text = `select count(*) as n, min(j.due_at) as first_at
    from (select distinct execution_id from (select execution_id from ${names.deliveries} ${OF_STATUS}) d) e
    join ${names.jobs} j on j.workspace_id = ? and j.execution_id = e.execution_id and j.step_id = ? and j.kind = ?
    where j.claimable_at <= ?`;
  const { stepId, kind } = DELIVERY_JOB;
  return counted(session, text, [workspaceId, 'pending', workspaceId, stepId, kind, now]);
}

function deliveries(
  { names }: StoreContext,
  session: Session,
  workspaceId: string,
  status: RowOf<'deliveries'>['status'],
): Promise<Counted> {
  const text = `select count(*) as n, min(created_at) as first_at
    from (select created_at from ${names.deliveries} ${OF_STATUS}) d`;
  return counted(session, text, [workspaceId, status]);
}

async function feeds(
  context: StoreContext,
  session: Session,
  workspaceId: string,
): Promise<StoreQueues['feeds']> {
  const driver = { ...context.driver, read: <T>(work: (it: Session) => Promise<T>) => work(session) };
  const store = subscriptionStore({ ...context, driver });
  const subscriptions = await store.listSubscriptions({ workspaceId, limit: HEALTH_FEEDS });
  if (subscriptions.length === 0) return [];
  const { newest } = (await headOf(context, session, workspaceId)) ?? NO_HEAD;
  // Events committed since the last read of the feed have no position yet. A row is one event plus
  // one per bracket in its list of lists.
  const text = `select coalesce(sum(coalesce(length(earlier) - length(replace(earlier, '[', '')), 1)), 0) as n, null as first_at
    from (select earlier from ${context.names.feed} where workspace_id = ? and position is null limit ${HEALTH_COUNT}) unplaced`;
  const { count } = await counted(session, text, [workspaceId]);
  return subscriptions.map((it) => feedHealth(it, newest + count - it.position));
}

async function counted(session: Session, text: string, params: readonly Value[]): Promise<Counted> {
  // Sums on MySQL are decimals, returned as text.
  const found = await session.run(sql<{ n: number | string; first_at: number | null }>(text, params));
  const { n, first_at: first } = theRow(found);
  return { count: Number(n), first };
}
