/** `@org/approval-store-sql`: durable stores for `@org/approval-core`. */
export {
  type SqlStore,
  createMysqlStore,
  createPostgresStore,
  createSqliteStore,
  createStore,
  migrateMysql,
  migratePostgres,
  migrateSqlite,
  migrateStore,
} from './create.js';
export type { Database, DatabaseOptions } from './databases/database.js';
export { type MysqlOptions, mysql } from './databases/mysql.js';
export { type PostgresOptions, postgres } from './databases/postgres.js';
export { type SqliteOptions, sqlite } from './databases/sqlite.js';
export type { MysqlConnection, MysqlPool, MysqlPooledConnection } from './drivers/mysql2.js';
export type { PgClient, PgPool, PgPooledClient } from './drivers/pg.js';
export { SchemaError } from './schema/schema-error.js';
export { schemaSql } from './schema-sql.js';
export type { SqliteDatabase, SqliteStatement } from './drivers/sqlite.js';
