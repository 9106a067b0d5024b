/** `@org/approval-store-sql/open`: a store from a URL, with its own pool. */
import { type ConnectOptions, type Opened, opened } from './connect.js';
import { type SqlStore, createStore, migrateStore } from './create.js';
import type { MysqlConnection } from './drivers/mysql2.js';
import type { PgClient } from './drivers/pg.js';
import type { SqliteDatabase } from './drivers/sqlite.js';

/** Options of a store. */
export type OpenOptions = ConnectOptions;

/**
 * A store with its own pool; `Tx` is the argument type of `engine.withTransaction`, where the URL
 * names the database.
 */
export type OpenedStore<Tx = never> = Opened<SqlStore<Tx>>;

/**
 * Connects to `sqlite:FILE`, `postgres://…`, `mysql://…` or `mariadb://…`. The driver (`libsql`,
 * `pg`, `mysql2`) must be installed.
 *
 * @throws TypeError that names every option that is wrong; Error that says what is wrong with the
 *   database, a SchemaError where that is its tables.
 * @example
 * ```ts
 * import { createApprovalEngine } from '@org/approval-core';
 * import { openStore } from '@org/approval-store-sql/open';
 *
 * const { store, close } = await openStore(process.env.APPROVALS_URL ?? 'sqlite::memory:');
 * const engine = createApprovalEngine({ store });
 * console.log((await engine.definitions.list()).items); // → []
 * await engine.stop();
 * await close();
 * ```
 */
export async function openStore(
  url: `sqlite:${string}`,
  options?: OpenOptions,
): Promise<OpenedStore<SqliteDatabase>>;
export async function openStore(
  url: `postgres://${string}` | `postgresql://${string}`,
  options?: OpenOptions,
): Promise<OpenedStore<PgClient>>;
export async function openStore(
  url: `mysql://${string}` | `mariadb://${string}`,
  options?: OpenOptions,
): Promise<OpenedStore<MysqlConnection>>;
export async function openStore(url: string, options?: OpenOptions): Promise<OpenedStore>;
export async function openStore(url: string, options: OpenOptions = {}): Promise<OpenedStore> {
  return opened('openStore', url, options, { migrate: migrateStore, create: createStore });
}
