/** Deliveries, and the rule that ties them to the job of their execution. */
import type {
  Claim,
  Delivery,
  DeliveryQuery,
  DeliveryStore,
  DeliveryWork,
  ExecutionKey,
  Page,
  PendingDelivery,
  PageRequest,
  Redelivery,
  DeliveryResult,
} from '@org/approval-core';
import type { RowOf } from '../schema/tables.js';
import { JOB_UPDATE } from '../schema/commit-lists.js';
import { sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { read, transact } from '../sql/retry.js';
import { deleteRows, insertRows, runAll, selectRows } from '../schema/statements.js';
import type { StoreContext } from './context.js';
import { eventText, eventsAt } from './events.js';
import { heldClaims, tokenKey } from './held.js';
import { listPage, when } from './page.js';
import {
  DELIVERY_UPDATE,
  attemptedRow,
  deliveryJobRow,
  deliveryOf,
  redeliveredRow,
} from './rows/deliveries.js';
import {
  EXECUTION_COLUMNS,
  EXECUTION_KEY,
  type ExecutionKeyRow,
  executionText,
  executionValues,
  executionValuesOf,
  summaryOf,
} from './rows/executions.js';
import { DELIVERY_JOB, jobValues, jobValuesOf } from './rows/jobs.js';
import { textKey } from './text-key.js';

export const deliveryStore = (context: StoreContext): DeliveryStore => ({
  loadDeliveries: (claims) => load(context, claims),
  recordDeliveryResults: (results) => record(context, results),
  listDeliveries: (query, page) => list(context, query, page),
  redeliver: (request) => transact(context.driver, (session) => redeliver(context, session, request)),
});

const list = (
  context: StoreContext,
  { workspaceId, executionId, status }: DeliveryQuery,
  page: PageRequest,
): Promise<Page<Delivery>> =>
  listPage<RowOf<'deliveries'>, Delivery>(
    context,
    {
      shape: { tag: 'y', types: ['number', 'string', 'number'] },
      from: `select * from ${context.names.deliveries}`,
      where: [
        ['workspace_id = ?', workspaceId],
        ...when('execution_id = ?', executionId),
        ...when('status = ?', status),
      ],
      order: ['created_at', 'execution_id', 'seq'],
      direction: 'desc',
      place: (row) => [row.created_at, row.execution_id, row.seq],
      item: deliveryOf,
    },
    page,
  );

const distinct = (keys: readonly string[][]): string[][] => [
  ...new Map(keys.map((key) => [textKey(...key), key])).values(),
];

/** The first pending deliveries of each execution, by `executionText`, in the order of seq. */
async function pending(
  context: StoreContext,
  session: Session,
  executions: readonly string[][],
  most: number,
): Promise<Map<string, RowOf<'deliveries'>[]>> {
  const { dialect, names } = context;
  const found = new Map<string, RowOf<'deliveries'>[]>();
  for (const chunk of dialect.chunks(executions)) {
    const { text, params } = dialect.matching(EXECUTION_COLUMNS, chunk);
    const { rows } = await session.run(
      sql<RowOf<'deliveries'>>(
        `select * from (
           select d.*, row_number() over (partition by workspace_id, execution_id order by seq) as place
           from ${names.deliveries} d where ${text} and status = 'pending') p
         where place <= ${most} order by workspace_id, execution_id, seq`,
        params,
      ),
    );
    for (const row of rows) {
      const key = executionText(row);
      const known = found.get(key);
      if (known === undefined) found.set(key, [row]);
      else known.push(row);
    }
  }
  return found;
}

const byExecution = <R extends ExecutionKeyRow>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [executionText(row), row]));

/** The one that is due first, and up to so many behind it. */
const AT_ONCE = 1 + 8;

async function load(context: StoreContext, claims: readonly Claim[]): Promise<(DeliveryWork | null)[]> {
  return read(context.driver, async (session) => {
    const held = await heldClaims(context, session, claims, { lock: false });
    const good = claims.filter((claim) => held.has(tokenKey(claim)));
    const executions = distinct(good.map(({ job }) => executionValues(job)));
    const found = await pending(context, session, executions, AT_ONCE);
    const deliveries = [...found.values()].flat().map(deliveryOf);
    const events = await eventsAt(context, session, deliveries);
    const executionBy = byExecution(await selectRows(context, session, 'executions', executions));
    return claims.map((claim): DeliveryWork | null => {
      const key = textKey(...executionValues(claim.job));
      const execution = executionBy.get(key);
      const [first, ...following] = (found.get(key) ?? []).flatMap((row): PendingDelivery[] => {
        const delivery = deliveryOf(row);
        const event = events.get(eventText(delivery));
        return event === undefined ? [] : [{ delivery, event }];
      });
      if (!held.has(tokenKey(claim)) || first === undefined || execution === undefined) return null;
      const { sealed_secret: sealedSecret } = execution;
      return { ...first, following, execution: summaryOf(execution), sealedSecret };
    });
  });
}

/** Behind this lock no commit adds deliveries to the executions, and nobody else records a result. */
const lockExecutions = (
  context: StoreContext,
  session: Session,
  executions: readonly string[][],
  skip = false,
): Promise<ExecutionKeyRow[]> =>
  selectRows(context, session, 'executions', executions, { columns: EXECUTION_KEY, lock: 'update', skip });

async function record(
  context: StoreContext,
  results: readonly DeliveryResult[],
): Promise<(boolean | 'busy')[]> {
  if (results.length === 0) return [];
  return transact(context.driver, async (session, { afterLoss }) => {
    const claims = results.map((it) => it.claim);
    // What somebody else has locked is not waited for (see `judge` of commits).
    const executions = distinct(claims.map(({ job }) => executionValues(job)));
    const skip = !context.driver.hosted && !afterLoss;
    const locked = new Set((await lockExecutions(context, session, executions, skip)).map(executionText));
    const isFree = ({ job }: Claim) => locked.has(textKey(...executionValues(job)));
    const held = await heldClaims(context, session, claims.filter(isFree));
    const good = results.filter(({ claim }) => held.has(tokenKey(claim)));
    await writeResults(context, session, good);
    const jobs = good.flatMap(({ claim }) => held.get(tokenKey(claim)) ?? []);
    await applyRule(context, session, jobs);
    // The job of an execution that is gone is gone as well.
    const busy = await heldClaims(
      context,
      session,
      claims.filter((it) => !isFree(it)),
      { lock: false },
    );
    return claims.map((claim) => held.has(tokenKey(claim)) || (busy.has(tokenKey(claim)) && 'busy'));
  });
}

async function writeResults(
  context: StoreContext,
  session: Session,
  results: readonly DeliveryResult[],
): Promise<void> {
  const keys = results.map(({ claim, seq }) => [...executionValues(claim.job), seq]);
  const rows = await selectRows(context, session, 'deliveries', keys);
  const bySeq = new Map(rows.map((row) => [textKey(executionText(row), row.seq), row]));
  const attempted = results.flatMap((result) => {
    const row = bySeq.get(textKey(...executionValues(result.claim.job), result.seq));
    return row === undefined ? [] : [attemptedRow(row, result)];
  });
  await runAll(context, session, insertRows(context, 'deliveries', attempted, { update: DELIVERY_UPDATE }));
}

/** Gives the jobs back: due with the next delivery, or gone if there is none. */
async function applyRule(
  context: StoreContext,
  session: Session,
  jobs: readonly RowOf<'jobs'>[],
): Promise<void> {
  const found = await headsOf(context, session, distinct(jobs.map(executionValuesOf)));
  const gone = distinct(jobs.filter((row) => !found.has(executionText(row))).map(jobValuesOf));
  await runAll(context, session, [
    ...deleteRows(context, 'jobs', gone),
    ...insertRows(context, 'jobs', [...found.values()].map(deliveryJobRow), { update: JOB_UPDATE }),
  ]);
}

/** The pending delivery with the lowest seq of each execution, by `executionText`. */
async function headsOf(
  context: StoreContext,
  session: Session,
  executions: readonly string[][],
): Promise<Map<string, RowOf<'deliveries'>>> {
  const found = await pending(context, session, executions, 1);
  return byExecution([...found.values()].flat());
}

async function redeliver(
  context: StoreContext,
  session: Session,
  { workspaceId, executionId, seq, now }: Redelivery,
): Promise<number | null> {
  const execution = { workspaceId, executionId };
  const [locked] = await lockExecutions(context, session, [executionValues(execution)]);
  if (locked === undefined) return null;
  const { text, params } =
    seq === null ? { text: "status = 'dead'", params: [] } : { text: 'seq = ?', params: [seq] };
  const { rows } = await session.run(
    sql<RowOf<'deliveries'>>(
      `select * from ${context.names.deliveries} where workspace_id = ? and execution_id = ? and ${text}`,
      [...executionValues(execution), ...params],
    ),
  );
  if (seq !== null && rows.length === 0) return null;
  const again = rows.filter((row) => row.status !== 'pending').map((row) => redeliveredRow(row, now));
  await runAll(context, session, insertRows(context, 'deliveries', again, { update: DELIVERY_UPDATE }));
  await planUnclaimed(context, session, execution);
  return again.length;
}

/** A job that is claimed keeps its claim; the rule is applied to it when its delivery has a result. */
async function planUnclaimed(
  context: StoreContext,
  session: Session,
  execution: ExecutionKey,
): Promise<void> {
  const key = jobValues({ ...execution, ...DELIVERY_JOB });
  const [job] = await selectRows(context, session, 'jobs', [key], { lock: 'update' });
  if (job !== undefined && job.token !== null) return;
  const found = await headsOf(context, session, [executionValues(execution)]);
  const jobs = [...found.values()].map(deliveryJobRow);
  await runAll(context, session, insertRows(context, 'jobs', jobs, { update: JOB_UPDATE }));
}
