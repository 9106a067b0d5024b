/** Queues with jobs, and the time when the first of each is claimable. */
import { type ClaimRequest, KEYLESS_JOB_KINDS, type StoredJobKind } from '@org/approval-core/store';
import { columnsNamed } from '../../schema/statements.js';
import { type Value, sql } from '../../sql/dialect.js';
import { type Session, theRow } from '../../sql/driver.js';
import type { StoreContext } from '../context.js';
import type { FirstJob, QueueScans, QueueStart } from './queue-scans.js';
import { NO_CONCURRENCY_KEY } from '../rows/jobs.js';

/** The jobs of one kind and concurrency key, ordered by the time when they are claimable. */
export interface Queue extends FirstJob {
  readonly kind: StoredJobKind;
  /** Free slots of the queue. */
  readonly room: number;
}

export interface Queues {
  readonly now: number;
  /** Queues with free slots, earliest first. */
  readonly queues: readonly Queue[];
  /** Time until a full scan could find more, in ms; Infinity when this is all. */
  readonly restMs: number;
}

export async function queuesOf(
  context: StoreContext,
  session: Session,
  request: ClaimRequest,
  scans: QueueScans,
): Promise<Queues> {
  const queues: Queue[] = [];
  let now = 0;
  let restMs = Infinity;
  for (const kind of request.kinds) {
    const found = await firstsOf(context, session, kind, scans);
    now = Math.max(now, found.now);
    restMs = Math.min(restMs, found.restMs);
    for (const first of found.firsts) {
      const room = roomOf(request, first.concurrencyKey);
      if (room > 0) queues.push({ ...first, kind, room });
    }
  }
  return {
    now: context.clock?.() ?? now,
    queues: queues.toSorted((a, b) => a.firstAt - b.firstAt),
    restMs,
  };
}

function roomOf({ limit, perKey }: ClaimRequest, key: string): number {
  if (perKey === undefined || key === NO_CONCURRENCY_KEY) return limit;
  return Math.min(limit, Object.hasOwn(perKey.left, key) ? (perKey.left[key] ?? 0) : perKey.each);
}

interface FirstJobs {
  readonly now: number;
  readonly firsts: readonly FirstJob[];
}

async function firstsOf(
  context: StoreContext,
  session: Session,
  kind: StoredJobKind,
  scans: QueueScans,
): Promise<FirstJobs & { readonly restMs: number }> {
  const known = scans.startsOf(kind);
  const startedAt = performance.now();
  const found = await (known === null && isKeyed(kind)
    ? firstOfEachKey(context, session, kind)
    : firstOfQueues(context, session, kind, known ?? [{ concurrencyKey: NO_CONCURRENCY_KEY, from: 0 }]));
  const scan = { now: found.now, tookMs: performance.now() - startedAt, isWhole: known === null };
  // A test clock for the jobs does not match this one; and an empty result has no time.
  if (context.clock === undefined && found.now > 0) scans.record(kind, found.firsts, scan);
  return { ...found, restMs: known === null ? Infinity : scans.restOf(kind) };
}

const START_COLUMNS = columnsNamed('jobs', ['concurrency_key', 'kind', 'concurrency_key', 'claimable_at']);

const isKeyed = (kind: StoredJobKind): boolean => !KEYLESS_JOB_KINDS.some((it) => it === kind);

/** The first job of each of these queues. */
async function firstOfQueues(
  { dialect, names }: StoreContext,
  session: Session,
  kind: StoredJobKind,
  starts: readonly QueueStart[],
): Promise<FirstJobs> {
  // Each queue yields a row in any case, for the clock.
  const first = ([key, ...[ofKind, ofKey, from]]: readonly string[]) =>
    `select ${key} as concurrency_key, ${dialect.now} as now, (select claimable_at from ${names.jobs}
     where kind = ${ofKind} and concurrency_key = ${ofKey} and claimable_at >= ${from} order by claimable_at limit 1) as first_at`;
  const found: FirstRow[] = [];
  const cells = starts.map(({ concurrencyKey, from }): Value[] => [
    concurrencyKey,
    kind,
    concurrencyKey,
    from,
  ]);
  for (const chunk of dialect.chunks(cells)) {
    const { text, params } = dialect.each(START_COLUMNS, chunk, first);
    found.push(...(await session.run(sql<FirstRow>(text, params))).rows);
  }
  return { now: Math.max(0, ...found.map(({ now }) => now)), firsts: found.flatMap(firstJobOf) };
}

interface FirstRow {
  readonly now: number;
  readonly concurrency_key: string | null;
  readonly first_at: number | null;
}

const firstJobOf = ({ concurrency_key: concurrencyKey, first_at: firstAt }: FirstRow): FirstJob[] =>
  concurrencyKey === null || firstAt === null ? [] : [{ concurrencyKey, firstAt }];

/**
 * The first job of every concurrency key: one step along the index per key, independent of its
 * number of jobs. A used-up key with a million jobs costs as much as one with a single job.
 */
async function firstOfEachKey(
  { dialect, names }: StoreContext,
  session: Session,
  kind: StoredJobKind,
): Promise<FirstJobs> {
  const found = await session.run(
    // The null of the last row ends the recursion.
    sql<FirstRow>(
      `with recursive queue_keys (concurrency_key) as (
         select min(concurrency_key) from ${names.jobs} where kind = ?
         union all
         select (select min(j.concurrency_key) from ${names.jobs} j where j.kind = ? and j.concurrency_key > queue_keys.concurrency_key)
         from queue_keys where queue_keys.concurrency_key is not null
       )
       select ${dialect.now} as now, concurrency_key,
         (select min(j.claimable_at) from ${names.jobs} j where j.kind = ? and j.concurrency_key = queue_keys.concurrency_key) as first_at
       from queue_keys`,
      [kind, kind, kind],
    ),
  );
  return { now: theRow(found).now, firsts: found.rows.flatMap(firstJobOf) };
}
