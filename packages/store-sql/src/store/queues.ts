/** Which queues have jobs, and when the first of each is claimable. */
import type { ClaimRequest, StoredJobKind } from '@org/approval-core';
import { columnsNamed } from '../schema/statements.js';
import { type Value, sql } from '../sql/dialect.js';
import { type Session, theRow } from '../sql/driver.js';
import type { StoreContext } from './context.js';
import type { FirstJob, Fronts, QueueFront } from './fronts.js';
import { DELIVERY_JOB, NO_CONCURRENCY_KEY } from './rows/jobs.js';

/** The jobs of one kind and concurrency key, by when they are claimable. */
export interface Queue extends FirstJob {
  readonly kind: StoredJobKind;
  /** How many more of it may be taken. */
  readonly room: number;
}

export interface Queues {
  readonly now: number;
  /** The first due first; only those with room. */
  readonly queues: readonly Queue[];
  /** When more might be seen, in ms from now; Infinity: this is all. */
  readonly restMs: number;
}

export async function queuesOf(
  context: StoreContext,
  session: Session,
  request: ClaimRequest,
  fronts: Fronts,
): Promise<Queues> {
  const queues: Queue[] = [];
  let now = 0;
  let restMs = Infinity;
  for (const kind of request.kinds) {
    const found = await firstsOf(context, session, kind, fronts);
    now = Math.max(now, found.now);
    restMs = Math.min(restMs, found.restMs);
    for (const { lane, firstAt } of found.firsts) {
      const room = roomOf(request, lane);
      if (room > 0) queues.push({ kind, lane, firstAt, room });
    }
  }
  return {
    now: context.clock?.() ?? now,
    queues: queues.toSorted((a, b) => a.firstAt - b.firstAt),
    restMs,
  };
}

function roomOf({ limit, perKey }: ClaimRequest, lane: string): number {
  if (perKey === undefined || lane === NO_CONCURRENCY_KEY) return limit;
  return Math.min(limit, Object.hasOwn(perKey.left, lane) ? (perKey.left[lane] ?? 0) : perKey.each);
}

interface FirstJobs {
  readonly now: number;
  readonly firsts: readonly FirstJob[];
}

async function firstsOf(
  context: StoreContext,
  session: Session,
  kind: StoredJobKind,
  fronts: Fronts,
): Promise<FirstJobs & { readonly restMs: number }> {
  const known = fronts.of(kind);
  const startedAt = performance.now();
  const found = await (known === null && kind === DELIVERY_JOB.kind
    ? firstOfEachKey(context, session, kind)
    : firstOfQueues(context, session, kind, known ?? [{ lane: NO_CONCURRENCY_KEY, from: 0 }]));
  const look = { now: found.now, tookMs: performance.now() - startedAt, isWhole: known === null };
  // A clock that stands in for that of the jobs does not go with this one; and where nothing was known, nothing was asked.
  if (context.clock === undefined && found.now > 0) fronts.note(kind, found.firsts, look);
  return { ...found, restMs: known === null ? Infinity : fronts.restOf(kind) };
}

const FRONT_COLUMNS = columnsNamed('jobs', ['lane', 'kind', 'lane', 'claimable_at']);

/** The first job of each of these queues. */
async function firstOfQueues(
  { dialect, names }: StoreContext,
  session: Session,
  kind: StoredJobKind,
  fronts: readonly QueueFront[],
): Promise<FirstJobs> {
  // A row for each queue in any case, for the clock.
  const first = ([lane, ...[ofKind, ofLane, from]]: readonly string[]) =>
    `select ${lane} as lane, ${dialect.now} as now, (select claimable_at from ${names.jobs}
     where kind = ${ofKind} and lane = ${ofLane} and claimable_at >= ${from} order by claimable_at limit 1) as first_at`;
  const found: { lane: string; now: number; first_at: number | null }[] = [];
  const cells = fronts.map(({ lane, from }): Value[] => [lane, kind, lane, from]);
  for (const chunk of dialect.chunks(cells)) {
    const { text, params } = dialect.each(FRONT_COLUMNS, chunk, first);
    found.push(...(await session.run(sql<(typeof found)[number]>(text, params))).rows);
  }
  const firsts = found.flatMap(({ lane, first_at: firstAt }) =>
    firstAt === null ? [] : [{ lane, firstAt }],
  );
  return { now: Math.max(0, ...found.map(({ now }) => now)), firsts };
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
