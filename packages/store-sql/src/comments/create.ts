/** The stores of comment threads, each on connections of the host. */
import type { AnnotationStore } from '@org/approval-comments/server';
import { mysql } from '../dialects/mysql.js';
import { postgres } from '../dialects/postgres.js';
import { sqlite } from '../dialects/sqlite.js';
import { mysqlDriver } from '../drivers/mysql2.js';
import { pgDriver } from '../drivers/pg.js';
import { sqliteDriver } from '../drivers/sqlite.js';
import { type MysqlOptions, checkMysql, migratingMysql } from '../mysql.js';
import { type PostgresOptions, checkPostgres, migratingPostgres } from '../postgres.js';
import { applyMigrations, checkSchema } from '../schema/migrate.js';
import type { Session } from '../sql/driver.js';
import { read, transact } from '../sql/retry.js';
import type { SqliteOptions } from '../sqlite.js';
import { type AnnotationContext, annotationStore } from './annotation-store.js';
import { ANNOTATION_MIGRATIONS, DEFAULT_ANNOTATION_PREFIX, annotationNames } from './schema.js';

/** As of the store of approvals, but `tablePrefix` is `comment_` by default. */
export type SqliteAnnotationOptions = SqliteOptions;
/** As of the store of approvals, but `tablePrefix` is `comment_` by default. */
export type PostgresAnnotationOptions = PostgresOptions;
/** As of the store of approvals, but `tablePrefix` is `comment_` by default. */
export type MysqlAnnotationOptions = MysqlOptions;

/** Makes the table, or brings it up to date. Several processes may call it at once. */
export async function migrateSqliteAnnotations(options: SqliteAnnotationOptions): Promise<void> {
  const context = onSqlite(options);
  await transact(context.driver, migrated(context));
}

/** @throws Error that says what is wrong with the database. */
export async function createSqliteAnnotationStore(
  options: SqliteAnnotationOptions,
): Promise<AnnotationStore> {
  return checked(onSqlite(options));
}

/** Makes the table, or brings it up to date. Several processes may call it at once. */
export async function migratePostgresAnnotations(options: PostgresAnnotationOptions): Promise<void> {
  const context = onPostgres(options);
  await migratingPostgres(context.driver, migrated(context));
}

/** @throws Error that says what is wrong with the database. */
export async function createPostgresAnnotationStore(
  options: PostgresAnnotationOptions,
): Promise<AnnotationStore> {
  return checked(onPostgres(options), checkPostgres);
}

/** Makes the table, or brings it up to date. Several processes may call it at once. */
export async function migrateMysqlAnnotations(options: MysqlAnnotationOptions): Promise<void> {
  const context = onMysql(options);
  await migratingMysql(context.driver, context.names.schema_migrations, migrated(context));
}

/** @throws Error that says what is wrong with the database. */
export async function createMysqlAnnotationStore(options: MysqlAnnotationOptions): Promise<AnnotationStore> {
  return checked(onMysql(options), checkMysql);
}

const onSqlite = ({
  database,
  tablePrefix = DEFAULT_ANNOTATION_PREFIX,
}: SqliteAnnotationOptions): AnnotationContext => ({
  dialect: sqlite,
  driver: sqliteDriver(database),
  names: annotationNames(tablePrefix),
});

const onPostgres = ({
  pool,
  schema,
  tablePrefix = DEFAULT_ANNOTATION_PREFIX,
}: PostgresAnnotationOptions): AnnotationContext => ({
  dialect: postgres,
  driver: pgDriver(pool),
  names: annotationNames(tablePrefix, schema),
});

const onMysql = ({
  pool,
  tablePrefix = DEFAULT_ANNOTATION_PREFIX,
}: MysqlAnnotationOptions): AnnotationContext => ({
  dialect: mysql,
  driver: mysqlDriver(pool),
  names: annotationNames(tablePrefix),
});

const migrated = (context: AnnotationContext) => (session: Session) =>
  applyMigrations(context, session, ANNOTATION_MIGRATIONS);

async function checked(
  context: AnnotationContext,
  checkServer: (session: Session) => Promise<void> = async () => undefined,
): Promise<AnnotationStore> {
  await read(context.driver, checkServer);
  await read(context.driver, (session) => checkSchema(context, session, ANNOTATION_MIGRATIONS));
  return annotationStore(context);
}
