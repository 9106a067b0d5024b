/** Claims jobs that are due and not under a live lease, by the clock of the database. */
import { randomUUID } from 'node:crypto';
import type { ClaimResult, ClaimRequest, ClaimedJob, ConcurrencyLimits } from '@org/approval-core/store';
import { rowsFrom } from '../../dialects/postgres.js';
import { type RowOf, TABLES } from '../../schema/tables.js';
import type { Session } from '../../sql/driver.js';
import { read, transact } from '../../sql/retry.js';
import { insertRows, runAll } from '../../schema/statements.js';
import { type Sql, sql } from '../../sql/dialect.js';
import { type StoreContext, roundedUp } from '../context.js';
import type { QueueScans } from './queue-scans.js';
import { validClaims, tokenKey } from './valid-claims.js';
import { type Queue, type Queues, queuesOf } from './queues.js';
import { claimedOf } from '../rows/jobs.js';
import { textKey } from '../text-key.js';

/** @param worker begins the tokens of its claims: see `live-claims.ts`. */
export async function claimJobs(
  context: StoreContext,
  request: ClaimRequest,
  { worker, scans }: { readonly worker: string; readonly scans: QueueScans },
): Promise<ClaimResult> {
  // Most scans find no due job: they take no lock and write nothing.
  const seen = await read(context.driver, (session) => queuesOf(context, session, request, scans));
  if (!hasDue(seen)) return { claimed: [], nextDueAt: nextDueAt(request, seen) };
  // The rows that the last try wrote: after a lost result they may be our own.
  const written: RowOf<'jobs'>[] = [];
  const claimed = await transact(
    context.driver,
    async (session) =>
      (await alreadyClaimed(context, session, written)) ??
      claimDue(context, session, { ...request, seen, worker }, written),
  );
  const perKey = request.perKey === undefined ? undefined : without(request.perKey, claimed);
  const left = await read(context.driver, (session) =>
    queuesOf(context, session, perKey === undefined ? request : { ...request, perKey }, scans),
  );
  return { claimed, nextDueAt: nextDueAt(request, left) };
}

const hasDue = ({ now, queues }: Queues): boolean => queues.some((queue) => queue.firstAt <= now);

/**
 * In the time of the caller, who sleeps by its own clock: a fast clock would cause repeated scans.
 */
function nextDueAt(
  { now: callersNow }: ClaimRequest,
  { now, queues: [first], restMs }: Queues,
): number | null {
  const inMs = first === undefined ? Infinity : Math.max(0, first.firstAt - now);
  const next = Math.min(inMs, restMs);
  return next === Infinity ? null : callersNow + next;
}

function without(limits: ConcurrencyLimits, claimed: readonly ClaimedJob[]): ConcurrencyLimits {
  const left = new Map(Object.entries(limits.left));
  for (const { concurrencyKey: key } of claimed) {
    if (key !== null) left.set(key, (left.get(key) ?? limits.each) - 1);
  }
  return { each: limits.each, left: Object.fromEntries(left) };
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
    // Later queues cannot hold one of the longest-due jobs.
    const [first, last] = [ready[next], due[limit - 1]];
    if (first === undefined || (last !== undefined && last.claimable_at <= first.firstAt)) break;
    due.push(...(await dueOf(context, session, ready.slice(next, next + limit), now)));
    due.sort((a, b) => a.claimable_at - b.claimable_at);
  }
  // The lease starts at the time of the lock: a wait for a connection must not shorten it.
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

/** Jobs that an earlier try claimed, all or nothing, if only its result was lost; else null. */
async function alreadyClaimed(
  context: StoreContext,
  session: Session,
  written: readonly RowOf<'jobs'>[],
): Promise<ClaimedJob[] | null> {
  if (written.length === 0) return null;
  const claims = written.map((row) => claimedOf(row, row.token ?? ''));
  const valid = await validClaims(context, session, claims);
  const ours = claims.filter((claim) => valid.has(tokenKey(claim)));
  return ours.length === 0 ? null : ours;
}

/** A due job, with the time at which it was found. */
type DueRow = RowOf<'jobs'> & { readonly now: number };

/**
 * Locks jobs of several queues in one statement. Jobs that another worker is claiming are skipped.
 */
async function dueOf(
  context: StoreContext,
  session: Session,
  queues: readonly Queue[],
  now: number,
): Promise<readonly DueRow[]> {
  const found: DueRow[] = [];
  for (const chunk of context.dialect.chunks(queues)) {
    const { rows } = await session.run(dueOfQueues(context, chunk, now));
    found.push(...rows);
  }
  const left = new Map(queues.map((it) => [textKey(it.kind, it.concurrencyKey), it.room]));
  return found.filter((row) => {
    const key = textKey(row.kind, row.concurrency_key);
    const room = left.get(key) ?? 0;
    left.set(key, room - 1);
    return room > 0;
  });
}

/** Starts at the first job that was seen: deleted entries before it are not walked again. */
function dueOfQueues({ dialect, names }: StoreContext, queues: readonly Queue[], now: number): Sql<DueRow> {
  const columns = `${Object.keys(TABLES.jobs.columns).join(', ')}, ${dialect.now} as now`;
  const one = (kind: string, key: string, from: string, room: string | number): string =>
    `select ${columns} from ${names.jobs} where kind = ${kind} and concurrency_key = ${key} and claimable_at >= ${from} and claimable_at <= ?
     order by claimable_at limit ${room}${dialect.skipLocked}`;
  if (dialect.hasLateral) {
    const text = `select j.* from ${rowsFrom(['?::text[]', '?::text[]', '?::bigint[]', '?::bigint[]'])} as q (kind, key, since, room)
       cross join lateral (${one('q.kind', 'q.key', 'q.since', 'q.room')}) j`;
    return sql(text, [
      queues.map((it) => it.kind),
      queues.map((it) => it.concurrencyKey),
      queues.map((it) => it.firstAt),
      queues.map((it) => it.room),
      now,
    ]);
  }
  // One rounded limit for all, so that few statements are prepared.
  const each = one('?', '?', '?', roundedUp(Math.max(...queues.map((it) => it.room))));
  const text = queues.map(() => `select * from (${each}) q`).join(' union all ');
  return sql(
    text,
    queues.flatMap(({ kind, concurrencyKey, firstAt }) => [kind, concurrencyKey, firstAt, now]),
  );
}
