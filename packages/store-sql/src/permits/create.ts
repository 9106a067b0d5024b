/** The store of permits, on connections of the host. */
import type { PermitStore } from '@org/approval-agents';
import { storeContext } from '../create.js';
import type { Database } from '../databases/database.js';
import { checkSchema } from '../schema/migrate.js';
import { MIGRATIONS } from '../schema/migrations.js';
import { read } from '../sql/retry.js';
import { permitStore } from './permit-store.js';

/** A permit store on a database; `Tx` is a connection of its driver. */
export interface SqlPermitStore<Tx> extends PermitStore<Tx> {
  /**
   * Returns the same store on a connection with an open transaction of the host: a permit is spent
   * if and only if it commits.
   * @throws ApprovalError FAILED_PRECONDITION for what is not an open transaction.
   */
  readonly inTransaction: (transaction: Tx) => PermitStore;
}

/**
 * A permit store on this database, beside the approvals: `createPermitStore(postgres(options))`.
 * The tables are those of `migrateStore`.
 *
 * @throws Error that says what is wrong with the database.
 * @example
 * ```ts
 * import { createApprovalGate } from '@org/approval-agents';
 * import { createApprovalEngine } from '@org/approval-core';
 * import { createSqliteStore, migrateSqlite, sqlite } from '@org/approval-store-sql';
 * import { createPermitStore } from '@org/approval-store-sql/permits';
 * import Database from 'libsql';
 *
 * const database = new Database(':memory:'); // or the path of a file
 * await migrateSqlite({ database });
 * const engine = createApprovalEngine({ store: await createSqliteStore({ database }) });
 * const store = await createPermitStore(sqlite({ database }));
 * const gate = createApprovalGate({ engine, store, policies: { rules: [] } });
 * console.log((await gate.list()).items); // → []
 * await gate.stop();
 * await engine.stop();
 * ```
 */
export async function createPermitStore<Tx>(database: Database<Tx>): Promise<SqlPermitStore<Tx>> {
  const context = storeContext(database);
  const { warnings, locksAreLocal } = await read(context.driver, database.check);
  for (const warning of warnings) database.logger.warn(warning);
  await read(context.driver, (session) => checkSchema(context, session, MIGRATIONS));
  return {
    ...permitStore({ ...context, locksAreLocal }),
    inTransaction: (transaction) =>
      permitStore({ ...context, locksAreLocal, driver: database.joining(transaction) }),
  };
}
