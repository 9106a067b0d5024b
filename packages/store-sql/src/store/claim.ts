/** Claiming jobs: what is due and under no live lease, by the clock of the database. */
import { randomUUID } from 'node:crypto';
import type { ClaimAnswer, ClaimRequest, ClaimedJob, LaneLimits, StoredJobKind } from '@org/approval-core';
import type { Row } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { read, transact } from '../sql/retry.js';
import { insertRows, runAll, sql } from '../sql/statements.js';
import { type StoreContext, databaseNow } from './context.js';
import { DELIVERY_JOB } from './delivery-rows.js';

/** The jobs of one kind and lane, by when they are claimable. */
interface Queue {
  readonly kind: StoredJobKind;
  readonly lane: string;
  /** When its first job is claimable. */
  readonly firstAt: number;
  /** How many more of it may be taken. */
  readonly room: number;
}

interface Queues {
  readonly now: number;
  /** The first due first; only those with room. */
  readonly queues: readonly Queue[];
}

export async function claimJobs(context: StoreContext, request: ClaimRequest): Promise<ClaimAnswer> {
  // Most looks find nothing that is due: they take no lock and write nothing.
  const seen = await read(context.driver, (session) => queuesOf(context, session, request));
  if (!hasDue(seen)) return { claimed: [], nextDueAt: nextDueAt(request, seen) };
  const claimed = await transact(context.driver, (session) => claimDue(context, session, request));
  const lanes = request.lanes === undefined ? undefined : without(request.lanes, claimed);
  const left = await read(context.driver, (session) =>
    queuesOf(context, session, lanes === undefined ? request : { ...request, lanes }),
  );
  return { claimed, nextDueAt: nextDueAt(request, left) };
}

const hasDue = ({ now, queues }: Queues): boolean => queues.some((queue) => queue.firstAt <= now);

/** In the time of the caller, who sleeps by its own clock: with a clock that is fast it would look again and again. */
function nextDueAt({ now: callersNow }: ClaimRequest, { now, queues: [first] }: Queues): number | null {
  return first === undefined ? null : callersNow + Math.max(0, first.firstAt - now);
}

function without(limits: LaneLimits, claimed: readonly ClaimedJob[]): LaneLimits {
  const left = new Map(Object.entries(limits.left));
  for (const { lane } of claimed) if (lane !== null) left.set(lane, (left.get(lane) ?? limits.each) - 1);
  return { each: limits.each, left: Object.fromEntries(left) };
}

async function queuesOf(context: StoreContext, session: Session, request: ClaimRequest): Promise<Queues> {
  const queues: Queue[] = [];
  let now = 0;
  for (const kind of request.kinds) {
    const found = await (kind === DELIVERY_JOB.kind
      ? lanesOf(context, session, kind)
      : firstOf(context, session, kind));
    now = Math.max(now, found.now);
    for (const { lane, firstAt } of found.lanes) {
      const room = roomOf(request, lane);
      if (room > 0) queues.push({ kind, lane, firstAt, room });
    }
  }
  return { now: context.clock?.() ?? now, queues: queues.toSorted((a, b) => a.firstAt - b.firstAt) };
}

function roomOf({ limit, lanes }: ClaimRequest, lane: string): number {
  if (lanes === undefined || lane === '') return limit;
  return Math.min(limit, Object.hasOwn(lanes.left, lane) ? (lanes.left[lane] ?? 0) : lanes.each);
}

interface Lanes {
  readonly now: number;
  readonly lanes: readonly { readonly lane: string; readonly firstAt: number }[];
}

/** A row is always given, for the clock. */
async function firstOf(
  { dialect, names }: StoreContext,
  session: Session,
  kind: StoredJobKind,
): Promise<Lanes> {
  const { rows } = await session.run(
    sql(
      `select ${dialect.now} as now, min(claimable_at) as first_at from ${names.jobs} where kind = ? and lane = ''`,
      [kind],
    ),
  );
  const [row] = rows;
  const firstAt = row?.['first_at'] as number | null;
  return { now: row?.['now'] as number, lanes: firstAt === null ? [] : [{ lane: '', firstAt }] };
}

/**
 * Every lane, and when its first job is claimable: a step along the index for each lane, however many jobs are in
 * it. A lane with a million jobs that is used up costs as much as one with a single job.
 */
async function lanesOf(
  { dialect, names }: StoreContext,
  session: Session,
  kind: StoredJobKind,
): Promise<Lanes> {
  const { rows } = await session.run(
    sql(
      `with recursive lanes (lane) as (
         select min(lane) from ${names.jobs} where kind = ?
         union all
         select (select min(j.lane) from ${names.jobs} j where j.kind = ? and j.lane > lanes.lane)
         from lanes where lanes.lane is not null
       )
       select ${dialect.now} as now, lane,
         (select min(j.claimable_at) from ${names.jobs} j where j.kind = ? and j.lane = lanes.lane) as first_at
       from lanes`,
      [kind, kind, kind],
    ),
  );
  // The last one is the null that ends the recursion.
  const lanes = rows.flatMap((row) => {
    const firstAt = row['first_at'] as number | null;
    return firstAt === null ? [] : [{ lane: row['lane'] as string, firstAt }];
  });
  return { now: rows[0]?.['now'] as number, lanes };
}

async function claimDue(
  context: StoreContext,
  session: Session,
  request: ClaimRequest,
): Promise<ClaimedJob[]> {
  const { now, queues } = await queuesOf(context, session, request);
  const { limit, leaseMs } = request;
  const due: Row[] = [];
  for (const queue of queues) {
    // What comes after this cannot be among the longest due.
    const isEnough = due.length >= limit && (due[limit - 1]?.['claimable_at'] as number) <= queue.firstAt;
    if (queue.firstAt > now || isEnough) break;
    due.push(...(await dueOf(context, session, queue, now)));
    due.sort((a, b) => (a['claimable_at'] as number) - (b['claimable_at'] as number));
  }
  const leasedUntil = (await databaseNow(context, session)) + leaseMs;
  const rows = due.slice(0, limit).map((row) => ({ ...row, token: randomUUID(), claimable_at: leasedUntil }));
  if (rows.length === 0) return [];
  await runAll(context, session, insertRows(context, 'jobs', rows, { update: ['token', 'claimable_at'] }));
  return rows.map(claimedOf);
}

/** What another worker is just claiming is passed over, not waited for. */
async function dueOf(
  { dialect, names }: StoreContext,
  session: Session,
  { kind, lane, room }: Queue,
  now: number,
): Promise<readonly Row[]> {
  const { rows } = await session.run(
    sql(
      `select * from ${names.jobs} where kind = ? and lane = ? and claimable_at <= ?
       order by claimable_at limit ${room}${dialect.skipLocked}`,
      [kind, lane, now],
    ),
  );
  return rows;
}

const claimedOf = (row: Row): ClaimedJob => ({
  job: {
    workspaceId: row['workspace_id'] as string,
    executionId: row['execution_id'] as string,
    stepId: row['step_id'] as string,
    kind: row['kind'] as StoredJobKind,
  },
  token: row['token'] as string,
  dueAt: row['due_at'] as number,
  attempt: row['attempt'] as number,
  lane: row['lane'] === '' ? null : (row['lane'] as string),
});
