/** Deliveries, and the rule that ties them to the job of their execution. */
import type { Claim, DeliveryStore, DeliveryWork, Redelivery, Settlement } from '@org/approval-core';
import type { Row, Sql, Value } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { read, transact } from '../sql/retry.js';
import { deleteRows, insertRows, runAll, selectRows, sql } from '../sql/statements.js';
import { type StoreContext, textKey } from './context.js';
import { DELIVERY_JOB, deliveryOf } from './delivery-rows.js';
import { heldClaims, jobKey, tokenKey } from './held.js';
import { listPage } from './page.js';
import { eventOf, summaryOf } from './state.js';

const SETTLED = ['status', 'attempts', 'next_attempt_at', 'last_status', 'last_error', 'updated_at'];

export const deliveryStore = (context: StoreContext): DeliveryStore => ({
  loadDeliveries: (claims) => load(context, claims),
  settleDeliveries: (settlements) => settle(context, settlements),
  listDeliveries: ({ workspaceId, executionId, status }, page) =>
    listPage(
      context,
      {
        shape: { tag: 'y', types: ['number', 'string', 'number'] },
        from: `select * from ${context.names.deliveries}`,
        where: [
          ['workspace_id = ?', workspaceId],
          ...(executionId === undefined ? [] : [['execution_id = ?', executionId] as [string, string]]),
          ...(status === undefined ? [] : [['status = ?', status] as [string, string]]),
        ],
        order: ['created_at', 'execution_id', 'seq'],
        direction: 'desc',
        place: (row) => [row['created_at'] as number, row['execution_id'] as string, row['seq'] as number],
        item: deliveryOf,
      },
      page,
    ),
  redeliver: (request) => transact(context.driver, (session) => redeliver(context, session, request)),
});

const executionOf = ({ job }: Claim): string[] => [job.workspaceId, job.executionId];
const keyOf = (row: Row): string => textKey(row['workspace_id'], row['execution_id']);
const distinct = (keys: readonly string[][]): string[][] => [
  ...new Map(keys.map((key) => [textKey(...key), key])).values(),
];

/** Of each execution the pending delivery with the lowest seq. */
async function heads(
  context: StoreContext,
  session: Session,
  executions: string[][],
): Promise<Map<string, Row>> {
  const { dialect, names } = context;
  const columns = ['workspace_id', 'execution_id'].map((name) => ({ name, type: 'id' as const }));
  const lowest: Value[][] = [];
  for (const chunk of dialect.chunks(executions)) {
    const { text, params } = dialect.matching(columns, chunk);
    const { rows } = await session.run(
      sql(
        `select workspace_id, execution_id, min(seq) as seq from ${names.deliveries}
         where ${text} and status = 'pending' group by workspace_id, execution_id`,
        params,
      ),
    );
    lowest.push(
      ...rows.map((row) => [row['workspace_id'] ?? null, row['execution_id'] ?? null, row['seq'] ?? null]),
    );
  }
  const rows = await selectRows(context, session, 'deliveries', lowest);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

async function load(context: StoreContext, claims: readonly Claim[]): Promise<(DeliveryWork | null)[]> {
  return read(context.driver, async (session) => {
    const held = await heldClaims(context, session, claims, { lock: false });
    const executions = distinct(claims.filter((claim) => held.has(tokenKey(claim))).map(executionOf));
    const found = await heads(context, session, executions);
    const seqs = [...found.values()].map((row) => [
      row['workspace_id'] ?? null,
      row['execution_id'] ?? null,
      row['seq'] ?? null,
    ]);
    const [events, rows] = [
      await selectRows(context, session, 'events', seqs),
      await selectRows(context, session, 'executions', executions),
    ];
    const eventBy = new Map(events.map((row) => [keyOf(row), row]));
    const executionBy = new Map(rows.map((row) => [keyOf(row), row]));
    return claims.map((claim): DeliveryWork | null => {
      const key = textKey(...executionOf(claim));
      const [head, event, execution] = [found.get(key), eventBy.get(key), executionBy.get(key)];
      if (!held.has(tokenKey(claim)) || !head || !event || !execution) return null;
      return {
        delivery: deliveryOf(head),
        event: eventOf(event),
        execution: summaryOf(execution),
        sealedSecret: execution['sealed_secret'] as string | null,
      };
    });
  });
}

/** Behind this lock no commit adds deliveries to the executions, and nobody else settles one. */
const lockExecutions = (context: StoreContext, session: Session, executions: string[][]): Promise<Row[]> =>
  selectRows(context, session, 'executions', executions, {
    columns: ['workspace_id', 'execution_id'],
    lock: 'update',
  });

async function settle(context: StoreContext, settlements: readonly Settlement[]): Promise<boolean[]> {
  if (settlements.length === 0) return [];
  return transact(context.driver, async (session) => {
    const claims = settlements.map((it) => it.claim);
    await lockExecutions(context, session, distinct(claims.map(executionOf)));
    const held = await heldClaims(context, session, claims);
    const good = settlements.filter(({ claim }) => held.has(tokenKey(claim)));
    const keys = good.map(({ claim, seq }) => [...executionOf(claim), seq]);
    const rows = await selectRows(context, session, 'deliveries', keys);
    const bySeq = new Map(rows.map((row) => [textKey(keyOf(row), row['seq']), row]));
    const settled = good.flatMap((settlement): Row[] => {
      const row = bySeq.get(textKey(...executionOf(settlement.claim), settlement.seq));
      return row === undefined ? [] : [settledRow(row, settlement)];
    });
    await runAll(context, session, insertRows(context, 'deliveries', settled, { update: SETTLED }));
    const jobs = good.map(({ claim }) => held.get(tokenKey(claim)) as Row);
    await applyRule(context, session, jobs);
    return settlements.map(({ claim }) => held.has(tokenKey(claim)));
  });
}

const settledRow = (row: Row, { at, status, nextAttemptAt, lastStatus, lastError }: Settlement): Row => ({
  ...row,
  status,
  attempts: (row['attempts'] as number) + 1,
  next_attempt_at: nextAttemptAt,
  last_status: lastStatus,
  last_error: lastError,
  updated_at: at,
});

/** Gives the jobs back: due with the next delivery, or gone if there is none. */
async function applyRule(context: StoreContext, session: Session, jobs: readonly Row[]): Promise<void> {
  const executions = jobs.map((row) => [row['workspace_id'] as string, row['execution_id'] as string]);
  const found = await heads(context, session, distinct(executions));
  const kept = jobs.flatMap((row): Row[] => {
    const head = found.get(keyOf(row));
    return head === undefined ? [] : [jobRow(row, head)];
  });
  const gone = jobs.filter((row) => !found.has(keyOf(row)));
  await runAll(context, session, [
    ...deleteRows(
      context,
      'jobs',
      gone.map((row) => [...executionsKey(row), '', DELIVERY_JOB.kind]),
    ),
    ...writeJobs(context, kept),
  ]);
}

const executionsKey = (row: Row): Value[] => [row['workspace_id'] ?? null, row['execution_id'] ?? null];

const jobRow = (execution: Row, head: Row): Row => ({
  workspace_id: execution['workspace_id'] ?? null,
  execution_id: execution['execution_id'] ?? null,
  step_id: DELIVERY_JOB.stepId,
  kind: DELIVERY_JOB.kind,
  lane: head['lane'] ?? '',
  due_at: head['next_attempt_at'] ?? 0,
  claimable_at: head['next_attempt_at'] ?? 0,
  attempt: 1,
  token: null,
});

const writeJobs = (context: StoreContext, rows: readonly Row[]): Sql[] =>
  insertRows(context, 'jobs', rows, { update: ['lane', 'due_at', 'claimable_at', 'attempt', 'token'] });

async function redeliver(
  context: StoreContext,
  session: Session,
  request: Redelivery,
): Promise<number | null> {
  const { names } = context;
  const { workspaceId, executionId, seq, now } = request;
  const execution = [workspaceId, executionId];
  const [locked] = await lockExecutions(context, session, [execution]);
  if (locked === undefined) return null;
  const { rows } = await session.run(
    seq === null
      ? sql(
          `select * from ${names.deliveries} where workspace_id = ? and execution_id = ? and status = 'dead'`,
          execution,
        )
      : sql(`select * from ${names.deliveries} where workspace_id = ? and execution_id = ? and seq = ?`, [
          ...execution,
          seq,
        ]),
  );
  if (seq !== null && rows.length === 0) return null;
  const meant = rows.filter((row) => row['status'] !== 'pending');
  const again = meant.map((row) => ({
    ...row,
    status: 'pending',
    attempts: 0,
    next_attempt_at: now,
    updated_at: now,
  }));
  await runAll(context, session, insertRows(context, 'deliveries', again, { update: SETTLED }));
  await planUnclaimed(context, session, locked);
  return meant.length;
}

/** A job that is claimed keeps its claim; the rule is applied to it when it is settled. */
async function planUnclaimed(context: StoreContext, session: Session, execution: Row): Promise<void> {
  const key = {
    workspaceId: execution['workspace_id'] as string,
    executionId: execution['execution_id'] as string,
  };
  const [job] = await selectRows(context, session, 'jobs', [jobKey({ ...key, ...DELIVERY_JOB })], {
    lock: 'update',
  });
  if (job !== undefined && job['token'] !== null) return;
  const head = (await heads(context, session, [[key.workspaceId, key.executionId]])).get(keyOf(execution));
  if (head !== undefined) await runAll(context, session, writeJobs(context, [jobRow(execution, head)]));
}
