/** `@org/approval-store-sql`: durable stores for `@org/approval-core`. */
export type { SqliteDatabase, SqliteStatement } from './drivers/sqlite.js';
export type { SqlStore } from './sql-store.js';
export { type SqliteOptions, createSqliteStore, migrateSqlite } from './sqlite.js';
