/** The store of comment threads, on connections of the host. */
import type { AnnotationStore } from '@org/approval-comments/server';
import type { Database } from '../databases/database.js';
import { applyMigrations, checkSchema, migrateIfNeeded } from '../schema/migrate.js';
import { read } from '../sql/retry.js';
import { type AnnotationContext, annotationStore } from './annotation-store.js';
import { ANNOTATION_MIGRATIONS } from './migrations.js';
import { DEFAULT_ANNOTATION_PREFIX, annotationNames } from './schema.js';

const contextOf = ({
  dialect,
  driver,
  tablePrefix = DEFAULT_ANNOTATION_PREFIX,
  schema,
}: Database): AnnotationContext => ({ dialect, driver, names: annotationNames(tablePrefix, schema) });

/** Creates the tables, or updates them. Several processes may call it at once. */
export async function migrateAnnotations(database: Database): Promise<void> {
  const context = contextOf(database);
  await migrateIfNeeded(context, ANNOTATION_MIGRATIONS, () =>
    database.migrating(context.names.schema_migrations, (session) =>
      applyMigrations(context, session, ANNOTATION_MIGRATIONS),
    ),
  );
}

/**
 * Creates a store of comment threads on this database.
 * @throws Error that says what is wrong with the database.
 */
export async function createAnnotationStore(database: Database): Promise<AnnotationStore> {
  const context = contextOf(database);
  const { warnings } = await read(context.driver, database.check);
  for (const warning of warnings) database.logger.warn(warning);
  await read(context.driver, (session) => checkSchema(context, session, ANNOTATION_MIGRATIONS));
  return annotationStore(context);
}
