/** Claiming jobs: what is due and under no live lease, by the clock of the database. */
import { randomUUID } from 'node:crypto';
import type {
  ClaimResult,
  ClaimRequest,
  ClaimedJob,
  ConcurrencyLimits,
  StoredJobKind,
} from '@org/approval-core';
import { type RowOf, TABLES } from '../schema/tables.js';
import { type Session, theRow } from '../sql/driver.js';
import { read, transact } from '../sql/retry.js';
import { insertRows, runAll } from '../schema/statements.js';
import { type Sql, sql } from '../sql/dialect.js';
import { type StoreContext, roundedUp } from './context.js';
import { heldClaims, tokenKey } from './held.js';
import { DELIVERY_JOB, NO_CONCURRENCY_KEY, claimedOf } from './rows/jobs.js';
import { textKey } from './text-key.js';

/** The jobs of one kind and concurrency key, by when they are claimable. */
interface Queue {
  readonly kind: StoredJobKind;
  /** The cell of the concurrency key. */
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

/** @param worker begins the tokens of its claims: see `live-claims.ts`. */
export async function claimJobs(
  context: StoreContext,
  request: ClaimRequest,
  worker: string,
): Promise<ClaimResult> {
  // Most looks find nothing that is due: they take no lock and write nothing.
  const seen = await read(context.driver, (session) => queuesOf(context, session, request));
  if (!hasDue(seen)) return { claimed: [], nextDueAt: nextDueAt(request, seen) };
  // The rows as the last try would leave them: after a lost answer they may be ours.
  const written: RowOf<'jobs'>[] = [];
  const claimed = await transact(
    context.driver,
    async (session) =>
      (await alreadyClaimed(context, session, written)) ??
      claimDue(context, session, { ...request, seen, worker }, written),
  );
  const perKey = request.perKey === undefined ? undefined : without(request.perKey, claimed);
  const left = await read(context.driver, (session) =>
    queuesOf(context, session, perKey === undefined ? request : { ...request, perKey }),
  );
  return { claimed, nextDueAt: nextDueAt(request, left) };
}

const hasDue = ({ now, queues }: Queues): boolean => queues.some((queue) => queue.firstAt <= now);

/** In the time of the caller, who sleeps by its own clock: with a clock that is fast it would look again and again. */
function nextDueAt({ now: callersNow }: ClaimRequest, { now, queues: [first] }: Queues): number | null {
  return first === undefined ? null : callersNow + Math.max(0, first.firstAt - now);
}

function without(limits: ConcurrencyLimits, claimed: readonly ClaimedJob[]): ConcurrencyLimits {
  const left = new Map(Object.entries(limits.left));
  for (const { concurrencyKey: key } of claimed) {
    if (key !== null) left.set(key, (left.get(key) ?? limits.each) - 1);
  }
  return { each: limits.each, left: Object.fromEntries(left) };
}

async function queuesOf(context: StoreContext, session: Session, request: ClaimRequest): Promise<Queues> {
  const queues: Queue[] = [];
  let now = 0;
  for (const kind of request.kinds) {
    const found = await (kind === DELIVERY_JOB.kind
      ? firstOfEachKey(context, session, kind)
      : firstOf(context, session, kind));
    now = Math.max(now, found.now);
    for (const { lane, firstAt } of found.firsts) {
      const room = roomOf(request, lane);
      if (room > 0) queues.push({ kind, lane, firstAt, room });
    }
  }
  return { now: context.clock?.() ?? now, queues: queues.toSorted((a, b) => a.firstAt - b.firstAt) };
}

function roomOf({ limit, perKey }: ClaimRequest, lane: string): number {
  if (perKey === undefined || lane === NO_CONCURRENCY_KEY) return limit;
  return Math.min(limit, Object.hasOwn(perKey.left, lane) ? (perKey.left[lane] ?? 0) : perKey.each);
}

interface FirstJobs {
  readonly now: number;
  /** By the cell of their concurrency keys. */
  readonly firsts: readonly { readonly lane: string; readonly firstAt: number }[];
}

/** The first of the jobs without a concurrency key. A row is always returned, for the clock. */
async function firstOf(
  { dialect, names }: StoreContext,
  session: Session,
  kind: StoredJobKind,
): Promise<FirstJobs> {
  const found = await session.run(
    sql<{ now: number; first_at: number | null }>(
      `select ${dialect.now} as now, min(claimable_at) as first_at from ${names.jobs} where kind = ? and lane = ''`,
      [kind],
    ),
  );
  const { now, first_at: firstAt } = theRow(found);
  return { now, firsts: firstAt === null ? [] : [{ lane: NO_CONCURRENCY_KEY, firstAt }] };
}

/**
 * The first job of every concurrency key: a step along the index for each key, however many jobs are in it. A key
 * with a million jobs that is used up costs as much as one with a single job.
 */
async function firstOfEachKey(
  { dialect, names }: StoreContext,
  session: Session,
  kind: StoredJobKind,
): Promise<FirstJobs> {
  const found = await session.run(
    // The last lane is the null that ends the recursion.
    sql<{ now: number; lane: string | null; first_at: number | null }>(
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
  const firsts = found.rows.flatMap(({ lane, first_at: firstAt }) =>
    lane === null || firstAt === null ? [] : [{ lane, firstAt }],
  );
  return { now: theRow(found).now, firsts };
}

async function claimDue(
  context: StoreContext,
  session: Session,
  {
    limit,
    leaseMs,
    worker,
    seen: { now, queues },
  }: ClaimRequest & { readonly seen: Queues; readonly worker: string },
  written: RowOf<'jobs'>[],
): Promise<ClaimedJob[]> {
  const due: DueRow[] = [];
  const ready = queues.filter((it) => it.firstAt <= now);
  for (let next = 0; next < ready.length; next += limit) {
    // What comes after this cannot be among the longest due.
    const [first, last] = [ready[next], due[limit - 1]];
    if (first === undefined || (last !== undefined && last.claimable_at <= first.firstAt)) break;
    due.push(...(await dueOf(context, session, ready.slice(next, next + limit), now)));
    due.sort((a, b) => a.claimable_at - b.claimable_at);
  }
  // By the clock as it was when the rows were locked: to wait for a connection must not shorten the lease.
  const rows = due.slice(0, limit).map(({ now: lockedAt, ...row }) => ({
    ...row,
    token: worker + randomUUID().slice(worker.length),
    claimable_at: (context.clock?.() ?? lockedAt) + leaseMs,
  }));
  written.splice(0, Infinity, ...rows);
  if (rows.length === 0) return [];
  await runAll(context, session, insertRows(context, 'jobs', rows, { update: ['token', 'claimable_at'] }));
  return rows.map((row) => claimedOf(row, row.token));
}

/** What a try before this one has claimed, all or nothing, if only its answer was lost; else null. */
async function alreadyClaimed(
  context: StoreContext,
  session: Session,
  written: readonly RowOf<'jobs'>[],
): Promise<ClaimedJob[] | null> {
  if (written.length === 0) return null;
  const claims = written.map((row) => claimedOf(row, row.token ?? ''));
  const held = await heldClaims(context, session, claims);
  const ours = claims.filter((claim) => held.has(tokenKey(claim)));
  return ours.length === 0 ? null : ours;
}

/** With the time at which it was found. */
type DueRow = RowOf<'jobs'> & { readonly now: number };

/** The jobs of several queues in one statement. What another worker is just claiming is passed over, not waited for. */
async function dueOf(
  context: StoreContext,
  session: Session,
  queues: readonly Queue[],
  now: number,
): Promise<readonly DueRow[]> {
  const found: DueRow[] = [];
  for (const chunk of context.dialect.chunks(queues)) {
    const { rows } = await session.run(firstOfQueues(context, chunk, now));
    found.push(...rows);
  }
  const left = new Map(queues.map((it) => [textKey(it.kind, it.lane), it.room]));
  return found.filter((row) => {
    const key = textKey(row.kind, row.lane);
    const room = left.get(key) ?? 0;
    left.set(key, room - 1);
    return room > 0;
  });
}

function firstOfQueues({ dialect, names }: StoreContext, queues: readonly Queue[], now: number): Sql<DueRow> {
  const columns = `${Object.keys(TABLES.jobs.columns).join(', ')}, ${dialect.now} as now`;
  const one = (kind: string, lane: string, room: string | number): string =>
    `select ${columns} from ${names.jobs} where kind = ${kind} and lane = ${lane} and claimable_at <= ?
     order by claimable_at limit ${room}${dialect.skipLocked}`;
  if (dialect.hasLateral) {
    const text = `select j.* from unnest(?::text[], ?::text[], ?::bigint[]) as q (kind, lane, room)
       cross join lateral (${one('q.kind', 'q.lane', 'q.room')}) j`;
    return sql(text, [
      queues.map((it) => it.kind),
      queues.map((it) => it.lane),
      queues.map((it) => it.room),
      now,
    ]);
  }
  // One limit for all, made few, so that few statements are prepared.
  const each = one('?', '?', roundedUp(Math.max(...queues.map((it) => it.room))));
  const text = queues.map(() => `select * from (${each}) q`).join(' union all ');
  return sql(
    text,
    queues.flatMap(({ kind, lane }) => [kind, lane, now]),
  );
}
