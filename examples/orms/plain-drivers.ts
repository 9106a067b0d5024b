/**
 * Host rows and a decision in one transaction without a query builder: `mysql2`, libsql,
 * `node:sqlite`.
 */
import type { ApprovalEngine, OnCommit } from '@org/approval-core';
import type { MysqlConnection, SqliteDatabase } from '@org/approval-store-sql';
import type { Pool } from 'mysql2/promise';

/**
 * The engine's transaction, on any database: writes the row in the commit of every change, with `?`
 * for each parameter.
 */
export const writingTo =
  (table: string): OnCommit =>
  async ({ change: { executionId, seq }, transaction }) => {
    await transaction.query(`insert into ${table} (execution, seq) values (?, ?)`, [executionId, seq]);
  };

export interface Begun {
  readonly table: string;
  readonly definitionId: string;
  readonly fails?: boolean;
}

/** The host's first, on MySQL and MariaDB: the transaction has to be READ COMMITTED. */
export async function dispatchOnMysql(
  engine: ApprovalEngine<MysqlConnection>,
  pool: Pool,
  { table, definitionId, fails = false }: Begun,
): Promise<string> {
  const connection = await pool.getConnection();
  try {
    await connection.query('set transaction isolation level read committed');
    await connection.beginTransaction();
    const hosted = engine.withTransaction(connection);
    const { executionId } = await hosted.executions.dispatch({ definitionId });
    await connection.execute(`insert into ${table} (execution, seq) values (?, ?)`, [executionId, 0]);
    if (fails) throw new Error('the host has changed its mind');
    await connection.commit();
    hosted.committed();
    return executionId;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

/**
 * The host's transaction, on SQLite: `database` is another connection to the store's file. It holds
 * the file's only lock meanwhile, so await nothing else in between.
 */
export async function dispatchOnSqlite(
  engine: ApprovalEngine<SqliteDatabase>,
  database: SqliteDatabase,
  { table, definitionId, fails = false }: Begun,
): Promise<string> {
  database.exec('begin immediate');
  try {
    const hosted = engine.withTransaction(database);
    const { executionId } = await hosted.executions.dispatch({ definitionId });
    database.prepare(`insert into ${table} (execution, seq) values (?, ?)`).run(executionId, 0);
    if (fails) throw new Error('the host has changed its mind');
    database.exec('commit');
    hosted.committed();
    return executionId;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
