/** Deleting what has ended: whole executions, in small transactions. */
import type { RetentionRequest } from '@org/approval-core';
import type { RowOf } from '../schema/tables.js';
import type { Session } from '../sql/driver.js';
import { transact } from '../sql/retry.js';
import { deleteRows, insertRows, runAll, selectRows } from '../schema/statements.js';
import { sql } from '../sql/dialect.js';
import type { StoreContext } from './context.js';
import {
  EXECUTION_COLUMNS,
  EXECUTION_KEY,
  type ExecutionKeyRow,
  executionText,
  executionValuesOf,
} from './rows/executions.js';
import { keyValuesOf } from './rows/idempotency-keys.js';
import { textKey } from './text-key.js';

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
    columns: EXECUTION_KEY,
    where: "status = 'pending'",
  });
  const kept = new Set(pending.map(executionText));
  const keys = ended.filter((key) => !kept.has(textKey(...key)));
  await orphanKeys(context, session, keys);
  await deleteLinks(context, session, keys);
  await runAll(
    context,
    session,
    (['commits', 'steps', 'jobs', 'deliveries', 'parties', 'executions'] as const).flatMap((table) =>
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
    sql<ExecutionKeyRow>(
      `select workspace_id, execution_id from ${names.executions} e
       where ended_at is not null and ended_at < ? and not exists (
         select 1 from ${names.deliveries} d
         where d.workspace_id = e.workspace_id and d.execution_id = e.execution_id and d.status = 'pending')
       and not exists (
         select 1 from ${names.feed} f
         where f.workspace_id = e.workspace_id and f.execution_id = e.execution_id)
       order by ended_at limit ${size}${dialect.skipLocked}`,
      [endedBefore],
    ),
  );
  return rows.map(executionValuesOf);
}

/** The links of these executions; their key begins with another column. */
async function deleteLinks({ dialect, names }: StoreContext, session: Session, executions: string[][]) {
  for (const chunk of dialect.chunks(executions)) {
    const { text, params } = dialect.matching(EXECUTION_COLUMNS, chunk);
    await session.run(sql(`delete from ${names.links} where ${text}`, params));
  }
}

/** Notes that the executions of these keys are gone. */
async function orphanKeys(context: StoreContext, session: Session, executions: string[][]): Promise<void> {
  const { dialect, names } = context;
  const orphans: RowOf<'idempotency_keys'>[] = [];
  for (const chunk of dialect.chunks(executions)) {
    const { text, params } = dialect.matching(EXECUTION_COLUMNS, chunk);
    const select = `select * from ${names.idempotency_keys} where ${text}`;
    const { rows } = await session.run(sql<RowOf<'idempotency_keys'>>(select, params));
    orphans.push(...rows.map((row) => ({ ...row, orphan: 1 as const })));
  }
  await runAll(context, session, insertRows(context, 'idempotency_keys', orphans, { update: ['orphan'] }));
}

async function forgetKeys(
  context: StoreContext,
  session: Session,
  { keysBefore }: RetentionRequest,
): Promise<number> {
  const { dialect, names } = context;
  const { rows } = await session.run(
    sql<Pick<RowOf<'idempotency_keys'>, 'workspace_id' | 'idempotency_key'>>(
      `select workspace_id, idempotency_key from ${names.idempotency_keys}
       where orphan = 1 and created_at < ? order by created_at limit ${BATCH}${dialect.skipLocked}`,
      [keysBefore],
    ),
  );
  await runAll(context, session, deleteRows(context, 'idempotency_keys', rows.map(keyValuesOf)));
  return rows.length;
}
