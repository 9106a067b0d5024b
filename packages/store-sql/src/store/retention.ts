/** Deleting what has ended: whole executions, in small transactions. */
import type { RetentionRequest } from '@org/approval-core';
import type { Row } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { transact } from '../sql/retry.js';
import { deleteRows, insertRows, runAll, selectRows, sql } from '../sql/statements.js';
import { type StoreContext, textKey } from './context.js';

/** Few enough that nobody waits long for what a batch has locked. */
const BATCH = 100;

export async function deleteEnded(context: StoreContext, request: RetentionRequest): Promise<number> {
  const { driver } = context;
  let deleted = 0;
  while (deleted < request.limit) {
    const size = Math.min(BATCH, request.limit - deleted);
    const count = await transact(driver, (session) => deleteBatch(context, session, request, size));
    deleted += count;
    if (count < size) break;
  }
  while ((await transact(driver, (session) => forgetKeys(context, session, request))) === BATCH);
  return deleted;
}

async function deleteBatch(
  context: StoreContext,
  session: Session,
  request: RetentionRequest,
  size: number,
): Promise<number> {
  const ended = await lockEnded(context, session, request, size);
  // A redelivery may have been asked for before the lock was had.
  const pending = await selectRows(context, session, 'deliveries', ended, {
    columns: ['workspace_id', 'execution_id'],
    where: "status = 'pending'",
  });
  const kept = new Set(pending.map((row) => textKey(row['workspace_id'], row['execution_id'])));
  const keys = ended.filter((key) => !kept.has(textKey(...key)));
  await orphanKeys(context, session, keys);
  await runAll(
    context,
    session,
    (['events', 'steps', 'jobs', 'deliveries', 'executions'] as const).flatMap((table) =>
      deleteRows(context, table, keys),
    ),
  );
  return keys.length;
}

/** Those that ended first; what others are working on is left for the next time. */
async function lockEnded(
  { dialect, names }: StoreContext,
  session: Session,
  { endedBefore }: RetentionRequest,
  size: number,
): Promise<string[][]> {
  const { rows } = await session.run(
    sql(
      `select workspace_id, execution_id from ${names.executions} e
       where ended_at is not null and ended_at < ? and not exists (
         select 1 from ${names.deliveries} d
         where d.workspace_id = e.workspace_id and d.execution_id = e.execution_id and d.status = 'pending')
       order by ended_at limit ${size}${dialect.skipLocked}`,
      [endedBefore],
    ),
  );
  return rows.map((row) => [row['workspace_id'] as string, row['execution_id'] as string]);
}

/** Notes that the executions of these keys are gone. */
async function orphanKeys(context: StoreContext, session: Session, executions: string[][]): Promise<void> {
  const { dialect, names } = context;
  const columns = ['workspace_id', 'execution_id'].map((name) => ({ name, type: 'id' as const }));
  const rows: Row[] = [];
  for (const chunk of dialect.chunks(executions)) {
    const { text, params } = dialect.matching(columns, chunk);
    rows.push(
      ...(await session.run(sql(`select * from ${names.idempotency_keys} where ${text}`, params))).rows,
    );
  }
  const orphans = rows.map((row) => ({ ...row, orphan: 1 }));
  await runAll(context, session, insertRows(context, 'idempotency_keys', orphans, { update: ['orphan'] }));
}

async function forgetKeys(
  context: StoreContext,
  session: Session,
  { keysBefore }: RetentionRequest,
): Promise<number> {
  const { dialect, names } = context;
  const { rows } = await session.run(
    sql(
      `select workspace_id, idempotency_key from ${names.idempotency_keys}
       where orphan = 1 and created_at < ? order by created_at limit ${BATCH}${dialect.skipLocked}`,
      [keysBefore],
    ),
  );
  const keys = rows.map((row) => [row['workspace_id'] ?? null, row['idempotency_key'] ?? null]);
  await runAll(context, session, deleteRows(context, 'idempotency_keys', keys));
  return keys.length;
}
