/**
 * Host rows and a decision in one transaction on PostgreSQL: by Drizzle, by Kysely, and by `pg`
 * alone.
 */
import type { ApprovalEngine, OnCommit } from '@org/approval-core';
import type { PgClient } from '@org/approval-store-sql';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/node-postgres';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** The host's row of each run. */
export interface Invoice {
  readonly execution: string;
  readonly seq: number;
}

export interface Recipe {
  /** Writes a row on a connection whose transaction is open. */
  readonly write: (client: PoolClient, table: string, invoice: Invoice) => Promise<unknown>;
}

/** Compiles statements; the holder of the connection sends them. */
const kysely = new Kysely<Record<string, Invoice>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

export const RECIPES: Readonly<Record<string, Recipe>> = {
  drizzle: {
    write: (client, table, invoice) =>
      drizzle(client)
        .insert(pgTable(table, { execution: text(), seq: integer() }))
        .values(invoice),
  },
  kysely: {
    write(client, table, invoice) {
      const { sql, parameters } = kysely.insertInto(table).values(invoice).compile();
      return client.query(sql, [...parameters]);
    },
  },
  pg: {
    write: (client, table, { execution, seq }) =>
      client.query(`insert into ${table} (execution, seq) values ($1, $2)`, [execution, seq]),
  },
};

/** The engine's transaction: writes the row in the commit of every change. */
export const onCommitOf =
  ({ write }: Recipe, table: string): OnCommit =>
  async ({ change, transaction }) => {
    const { executionId, seq } = change;
    await write(transaction.client as PoolClient, table, { execution: executionId, seq });
  };

/** The host's first: the run begins with the host's row, or not at all. */
export async function dispatchWith(
  engine: ApprovalEngine<PgClient>,
  pool: Pool,
  { write }: Recipe,
  { table, definitionId, fails = false }: { table: string; definitionId: string; fails?: boolean },
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const hosted = engine.withTransaction(client);
    const { executionId } = await hosted.executions.dispatch({ definitionId });
    await write(client, table, { execution: executionId, seq: 0 });
    if (fails) throw new Error('the host has changed its mind');
    await client.query('commit');
    hosted.committed();
    return executionId;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
