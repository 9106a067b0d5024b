/** Deletes ended executions as a whole, in small transactions. */
import type { RetentionRequest } from '@org/approval-core/store';
import { isReservedId } from '@org/approval-core/internal';
import type { RowOf } from '../schema/tables.js';
import type { Session } from '../sql/driver.js';
import { transact } from '../sql/retry.js';
import { deleteRows, insertRows, runAll, selectRows } from '../schema/statements.js';
import { sql } from '../sql/dialect.js';
import type { StoreContext } from './context.js';
import { EXECUTION_COLUMNS, EXECUTION_KEY, executionText, executionValuesOf } from './rows/executions.js';
import { keyValuesOf } from './rows/idempotency-keys.js';
import { textKey } from './text-key.js';

/** Small, so that others do not wait long for rows that a batch has locked. */
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
  while ((await transact(driver, (session) => forgetEvents(context, session, request))) === BATCH);
  return deleted;
}

async function deleteBatch(
  context: StoreContext,
  session: Session,
  request: RetentionRequest,
  size: number,
): Promise<number> {
  const rows = await lockEnded(context, session, request, size);
  const ended = rows.map(executionValuesOf);
  // A redelivery may have been requested before the lock was acquired.
  const pending = await selectRows(context, session, 'deliveries', ended, {
    columns: EXECUTION_KEY,
    where: "status = 'pending'",
  });
  const kept = new Set(pending.map(executionText));
  const gone = rows.filter((row) => !kept.has(executionText(row)));
  const keys = gone.map(executionValuesOf);
  const questions = await lockOwnDefinitions(context, session, gone);
  await orphanKeys(context, session, keys);
  await deleteLinks(context, session, keys);
  await runAll(
    context,
    session,
    (['commits', 'steps', 'jobs', 'deliveries', 'parties', 'executions'] as const).flatMap((table) =>
      deleteRows(context, table, keys),
    ),
  );
  await deleteUnused(context, session, questions);
  return keys.length;
}

/**
 * Locks the engine's own definitions of these executions, in the common order. Creations of
 * executions and deletions of definitions come before or after.
 */
async function lockOwnDefinitions(
  context: StoreContext,
  session: Session,
  executions: readonly EndedRow[],
): Promise<EndedRow[]> {
  const own = executions.filter((row) => isReservedId(row.definition_id));
  const byUid = new Map(own.map((row) => [textKey(row.workspace_id, row.definition_uid), row]));
  const keys = [...byUid.values()].map((row) => [row.workspace_id, row.definition_uid]);
  await selectRows(context, session, 'definitions', keys, { columns: ['uid'], lock: 'update' });
  return [...byUid.values()];
}

/** Deletes definitions without executions: each question may have had its own. */
async function deleteUnused(
  context: StoreContext,
  session: Session,
  definitions: readonly EndedRow[],
): Promise<void> {
  const text = `select execution_id from ${context.names.executions} where workspace_id = ? and definition_id = ? and definition_uid = ? limit 1`;
  for (const { workspace_id, definition_id, definition_uid } of definitions) {
    const params = [workspace_id, definition_id, definition_uid];
    const { rows } = await session.run(sql<Pick<RowOf<'executions'>, 'execution_id'>>(text, params));
    if (rows.length > 0) continue;
    const key = [[workspace_id, definition_uid]];
    const tables = ['definition_versions', 'definitions'] as const;
    await runAll(
      context,
      session,
      tables.flatMap((table) => deleteRows(context, table, key)),
    );
  }
}

type EndedRow = Pick<
  RowOf<'executions'>,
  'workspace_id' | 'execution_id' | 'definition_id' | 'definition_uid'
>;

/** Earliest ended first; rows that others have locked are left for the next time. */
async function lockEnded(
  { dialect, names }: StoreContext,
  session: Session,
  { endedBefore }: RetentionRequest,
  size: number,
): Promise<readonly EndedRow[]> {
  const { rows } = await session.run(
    sql<EndedRow>(
      `select workspace_id, execution_id, definition_id, definition_uid from ${names.executions} e
       where ended_at is not null and ended_at < ? and not exists (
         select 1 from ${names.deliveries} d
         where d.workspace_id = e.workspace_id and d.execution_id = e.execution_id and d.status = 'pending')
       and not exists (
         select 1 from ${names.feed} f
         where f.workspace_id = e.workspace_id and f.execution_id = e.execution_id)
       and not exists (
         select 1 from ${names.jobs} j
         where j.workspace_id = e.workspace_id and j.execution_id = e.parent_execution_id
         and j.step_id = e.parent_step_id and j.kind = 'run-ended')
       order by ended_at limit ${size}${dialect.skipLocked}`,
      [endedBefore],
    ),
  );
  return rows;
}

/** Deletes the links of these executions; their key begins with another column. */
async function deleteLinks({ dialect, names }: StoreContext, session: Session, executions: string[][]) {
  for (const chunk of dialect.chunks(executions)) {
    const { text, params } = dialect.matching(EXECUTION_COLUMNS, chunk);
    await session.run(sql(`delete from ${names.links} where ${text}`, params));
  }
}

/** Marks the executions of these keys as deleted. */
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

/** Forgets emitted events, unless a match has not started yet. */
async function forgetEvents(
  context: StoreContext,
  session: Session,
  { keysBefore }: RetentionRequest,
): Promise<number> {
  const { dialect, names } = context;
  const { rows } = await session.run(
    sql<Pick<RowOf<'host_events'>, 'workspace_id' | 'execution_id'>>(
      `select workspace_id, execution_id from ${names.host_events} e
       where created_at < ? and not exists (
         select 1 from ${names.jobs} j
         where j.workspace_id = e.workspace_id and j.execution_id = e.execution_id)
       order by created_at limit ${BATCH}${dialect.skipLocked}`,
      [keysBefore],
    ),
  );
  await runAll(context, session, deleteRows(context, 'host_events', rows.map(executionValuesOf)));
  return rows.length;
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
