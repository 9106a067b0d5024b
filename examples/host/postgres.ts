/** Both on PostgreSQL: the host's table by Drizzle, the engine's beside it, on one pool. */
import { createPostgresStore, migratePostgres } from '@org/approval-store-sql';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { doublePrecision, pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { OpenedDatabase } from './database.js';
import type { Order } from './orders.js';

const orders = pgTable('orders', {
  id: text().primaryKey(),
  executionId: text('execution_id').notNull(),
  item: text().notNull(),
  amount: doublePrecision().notNull(),
  requestedBy: text('requested_by').notNull(),
  status: text().$type<Order['status']>().notNull(),
});

export async function openPostgres(url: string): Promise<OpenedDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  pool.on('error', (error) => console.error('an idle connection broke', error));
  // Migrations of yours go here; ours are in the package.
  await pool.query(`create table if not exists orders (id text primary key, execution_id text not null,
    item text not null, amount double precision not null, requested_by text not null, status text not null)`);
  await migratePostgres({ pool });
  return {
    store: await createPostgresStore({ pool }),
    orders: {
      async save({ client }, order) {
        // The connection that the engine's transaction is open on.
        const db = drizzle(client as pg.PoolClient);
        const { status } = order;
        await db.insert(orders).values(order).onConflictDoUpdate({ target: orders.id, set: { status } });
      },
      of: (userId) => drizzle(pool).select().from(orders).where(eq(orders.requestedBy, userId)),
    },
    close: () => pool.end(),
  };
}
