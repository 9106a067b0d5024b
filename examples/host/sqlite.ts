/** Both in one file of SQLite: the host's table by Drizzle, the engine's beside it. */
import { createSqliteStore, migrateSqlite } from '@org/approval-store-sql';
import { eq } from 'drizzle-orm';
import { real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import Database from 'libsql';
import type { OpenedDatabase } from './database.js';
import type { Order } from './orders.js';

const orders = sqliteTable('orders', {
  id: text().primaryKey(),
  executionId: text('execution_id').notNull(),
  item: text().notNull(),
  amount: real().notNull(),
  requestedBy: text('requested_by').notNull(),
  status: text().$type<Order['status']>().notNull(),
});

export async function openSqlite(file: string): Promise<OpenedDatabase> {
  const engines = new Database(file); // for the engine alone
  await migrateSqlite({ database: engines });
  const ours = new Database(file);
  ours.exec(`create table if not exists orders (id text primary key, execution_id text not null,
    item text not null, amount real not null, requested_by text not null, status text not null)`);
  const read = (sql: string, params: unknown[]) =>
    ours
      .prepare(sql)
      .raw()
      .all(...params);
  const db = drizzle(async (sql, params) => ({ rows: read(sql, params) }));
  return {
    store: await createSqliteStore({ database: engines }),
    orders: {
      async save({ query }, order) {
        const { status } = order;
        const written = db.insert(orders).values(order);
        const { sql, params } = written.onConflictDoUpdate({ target: orders.id, set: { status } }).toSQL();
        await query(sql, params); // in the engine's transaction, on its connection
      },
      of: (userId) => db.select().from(orders).where(eq(orders.requestedBy, userId)),
    },
    async close() {
      ours.close();
      engines.close();
    },
  };
}
