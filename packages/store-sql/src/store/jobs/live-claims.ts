/**
 * Jobs under a live lease, by the clock of the database. Bounded reads of an index, without locks.
 */
import { randomUUID } from 'node:crypto';
import {
  HEALTH_COUNT,
  KEYLESS_JOB_KINDS,
  LIVE_CLAIMS,
  type LiveClaim,
  type LiveClaims,
} from '@org/approval-core/store';
import { CALL_JOB, type RowOf } from '../../schema/tables.js';
import { type Value, sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { read } from '../../sql/retry.js';
import { type StoreContext, databaseNow } from '../context.js';
import { OF_STATUS } from '../health.js';
import { DELIVERY_JOB, NO_CONCURRENCY_KEY, storedJobOf } from '../rows/jobs.js';

/**
 * Tokens of one store object share a prefix; the rest is random, so that tokens cannot be guessed.
 */
const WORKER_LENGTH = 8;
export const newWorker = (): string => randomUUID().slice(0, WORKER_LENGTH);

export const listClaims = (context: StoreContext, workspaceId: string): Promise<LiveClaims> =>
  read(context.driver, async (session) => {
    const now = await databaseNow(context, session);
    const rows = await deliveriesUnderWay(context, session, workspaceId, now);
    for (const kind of KEYLESS_JOB_KINDS)
      rows.push(...(await underWay(context, session, { workspaceId, kind, now })));
    rows.push(...(await callsUnderWay(context, session, workspaceId, now)));
    const claims = rows.map(liveClaimOf).sort((a, b) => a.leaseUntil - b.leaseUntil);
    return { now, claims: claims.slice(0, LIVE_CLAIMS) };
  });

const liveClaimOf = (row: RowOf<'jobs'>): LiveClaim => ({
  ...storedJobOf(row),
  leaseUntil: row.claimable_at,
  worker: (row.token ?? '').slice(0, WORKER_LENGTH),
});

interface Wanted {
  readonly workspaceId: string;
  readonly kind: string;
  readonly now: number;
}

/** Leases are short, so they sort before almost all later due times. */
function underWay(
  { names }: StoreContext,
  session: Session,
  { workspaceId, kind, now }: Wanted,
): Promise<RowOf<'jobs'>[]> {
  const first = `select * from ${names.jobs}
    where kind = ? and concurrency_key = ? and claimable_at > ? order by claimable_at limit ${HEALTH_COUNT}`;
  const text = `select * from (${first}) first_ones
    where workspace_id = ? and token is not null order by claimable_at limit ${LIVE_CLAIMS}`;
  return rowsOf(session, text, [kind, NO_CONCURRENCY_KEY, now, workspaceId]);
}

/** Found by an index of their own, as the other one has them by origin. */
function callsUnderWay(
  { names }: StoreContext,
  session: Session,
  workspaceId: string,
  now: number,
): Promise<RowOf<'jobs'>[]> {
  const first = `select * from ${names.jobs} where workspace_id = ? and kind = '${CALL_JOB}' and claimable_at > ?
    order by claimable_at limit ${HEALTH_COUNT}`;
  const text = `select * from (${first}) first_ones where token is not null order by claimable_at limit ${LIVE_CLAIMS}`;
  return rowsOf(session, text, [workspaceId, now]);
}

/** Found by the executions of pending deliveries, as their jobs are indexed by receiver. */
function deliveriesUnderWay(
  { names }: StoreContext,
  session: Session,
  workspaceId: string,
  now: number,
): Promise<RowOf<'jobs'>[]> {
  const text = `select j.*
    from (select distinct execution_id from (select execution_id from ${names.deliveries} ${OF_STATUS}) d) e
    join ${names.jobs} j on j.workspace_id = ? and j.execution_id = e.execution_id and j.step_id = ? and j.kind = ?
    where j.claimable_at > ? and j.token is not null order by j.claimable_at limit ${LIVE_CLAIMS}`;
  const { stepId, kind } = DELIVERY_JOB;
  return rowsOf(session, text, [workspaceId, 'pending', workspaceId, stepId, kind, now]);
}

async function rowsOf(session: Session, text: string, params: readonly Value[]): Promise<RowOf<'jobs'>[]> {
  const { rows } = await session.run(sql<RowOf<'jobs'>>(text, params));
  return [...rows];
}
