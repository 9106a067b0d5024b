/** `@org/approval-store-sql`: durable stores for `@org/approval-core`. */
export type { MysqlConnection, MysqlPool, MysqlPooledConnection } from './drivers/mysql2.js';
export type { PgClient, PgPool, PgPooledClient } from './drivers/pg.js';
export type { SqliteDatabase, SqliteStatement } from './drivers/sqlite.js';
export { type MysqlOptions, createMysqlStore, migrateMysql } from './mysql.js';
export { type PostgresOptions, createPostgresStore, migratePostgres } from './postgres.js';
export type { SqlStore } from './sql-store.js';
export { type SqliteOptions, createSqliteStore, migrateSqlite } from './sqlite.js';
