/** `@org/approval-store-sql/comments`: durable stores for the threads of `@org/approval-comments`, on both sides. */
export type { MysqlConnection, MysqlPool, MysqlPooledConnection } from '../drivers/mysql2.js';
export type { PgClient, PgPool, PgPooledClient } from '../drivers/pg.js';
export type { SqliteDatabase, SqliteStatement } from '../drivers/sqlite.js';
export {
  type MysqlAnnotationOptions,
  type PostgresAnnotationOptions,
  type SqliteAnnotationOptions,
  createMysqlAnnotationStore,
  createPostgresAnnotationStore,
  createSqliteAnnotationStore,
  migrateMysqlAnnotations,
  migratePostgresAnnotations,
  migrateSqliteAnnotations,
} from './create.js';
export { type OpenAnnotationOptions, type OpenedAnnotationStore, openAnnotationStore } from './open.js';
