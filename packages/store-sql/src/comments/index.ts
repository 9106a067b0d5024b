/**
 * `@org/approval-store-sql/comments`: durable stores for the threads of `@org/approval-comments`,
 * on both sides.
 */
export type { Database, DatabaseOptions } from '../databases/database.js';
export { type MysqlOptions, mysql } from '../databases/mysql.js';
export { type PostgresOptions, postgres } from '../databases/postgres.js';
export { type SqliteOptions, sqlite } from '../databases/sqlite.js';
export type { MysqlConnection, MysqlPool, MysqlPooledConnection } from '../drivers/mysql2.js';
export type { PgClient, PgPool, PgPooledClient } from '../drivers/pg.js';
export type { SqliteDatabase, SqliteStatement } from '../drivers/sqlite.js';
export { createAnnotationStore, migrateAnnotations } from './create.js';
export { type OpenAnnotationOptions, type OpenedAnnotationStore, openAnnotationStore } from './open.js';
