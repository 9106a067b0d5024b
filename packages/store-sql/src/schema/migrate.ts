/** Updates a database to the current schema, and refuses one that does not fit. */
import { errorParts } from '../drivers/error-parts.js';
import { type Dialect, sql } from '../sql/dialect.js';
import { read } from '../sql/retry.js';
import type { Driver, Session } from '../sql/driver.js';
import { type MigratedNames, type Migration, migrationsTable } from './migrations.js';
import { SchemaError } from './schema-error.js';

/** A set of tables that are migrated together. */
interface Migrated<N extends MigratedNames> {
  readonly dialect: Dialect;
  readonly names: N;
}

interface Applied {
  readonly id: number;
  readonly name: string;
  readonly breaking: number;
}

async function appliedOf({ names }: Migrated<MigratedNames>, session: Session): Promise<readonly Applied[]> {
  const text = `select id, name, breaking from ${names.schema_migrations} order by id`;
  return (await session.run(sql<Applied>(text))).rows;
}

/**
 * Updates the tables with `migrate`, which runs in one process at a time. Where they are up to date
 * nothing is created, so an account that may only read and write can start as well.
 * @throws SchemaError that says what to do, where this account may not create tables.
 */
export async function migrateIfNeeded<N extends MigratedNames>(
  target: Migrated<N> & { readonly driver: Driver },
  migrations: readonly Migration<N>[],
  migrate: () => Promise<void>,
): Promise<void> {
  if (await read(target.driver, (session) => isMigrated(target, session, migrations))) return;
  try {
    await migrate();
  } catch (error) {
    const { code, message } = errorParts(error);
    if (!DENIED.has(code)) throw error;
    throw new SchemaError(
      `this account may not create the tables (${message}): migrate once with an account that may, and open the store here with \`migrate: false\` or after that`,
      { cause: error },
    );
  }
}

/** Creates what is missing. The caller holds the lock that excludes other processes. */
export async function applyMigrations<N extends MigratedNames>(
  target: Migrated<N>,
  session: Session,
  migrations: readonly Migration<N>[],
): Promise<void> {
  const { dialect, names } = target;
  await session.run(sql(migrationsTable(dialect, names)));
  const applied = await appliedOf(target, session);
  refuseUnknown(applied, migrations);
  for (const migration of migrations.filter(({ id }) => !applied.some((row) => row.id === id))) {
    for (const statement of migration.statements(dialect, names)) await runOnce(dialect, session, statement);
    await migration.convert?.(dialect, names, session);
    const { id, name, breaking } = migration;
    await session.run(
      sql(
        `insert into ${names.schema_migrations} (id, name, breaking, applied_at) values (?, ?, ?, ${dialect.now})`,
        [id, name, breaking ? 1 : 0],
      ),
    );
  }
}

/**
 * MySQL runs them without a transaction and has no "if not exists" for columns: an earlier try may
 * have added it.
 */
async function runOnce({ name }: Dialect, session: Session, statement: string): Promise<void> {
  try {
    await session.run(sql(statement));
  } catch (error) {
    if (name !== 'mysql' || errorParts(error).code !== 'ER_DUP_FIELDNAME') throw error;
  }
}

/** Codes of PostgreSQL and MySQL for a table that this user may not access. */
const DENIED: ReadonlySet<string> = new Set([
  ...['42501', 'ER_TABLEACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR'],
]);

/** @throws SchemaError that says what to do, when the schema does not fit this release. */
export async function checkSchema<N extends MigratedNames>(
  target: Migrated<N>,
  session: Session,
  migrations: readonly Migration<N>[],
): Promise<void> {
  const applied = await appliedOf(target, session).catch((cause: unknown) => {
    const table = target.names.schema_migrations;
    const { code, message } = errorParts(cause);
    if (DENIED.has(code))
      throw new SchemaError(
        `${table} cannot be read (${message}): grant the tables to the user of this connection`,
        {
          cause,
        },
      );
    throw new SchemaError(`the database has no readable table ${table}; call migrate first`, {
      cause,
    });
  });
  refuseUnknown(applied, migrations);
  const missing = migrations.filter(({ id }) => !applied.some((row) => row.id === id));
  if (missing.length === 0) return;
  throw new SchemaError(
    `the database lacks ${missing.map(({ id, name }) => `migration ${id} (${name})`).join(', ')}: call migrate first`,
  );
}

/**
 * Checks that the schema is the one that this release works on.
 * @throws what the driver throws when the database does not answer.
 */
export async function isMigrated<N extends MigratedNames>(
  target: Migrated<N> & { readonly driver: Pick<Driver, 'faultOf'> },
  session: Session,
  migrations: readonly Migration<N>[],
): Promise<boolean> {
  try {
    await checkSchema(target, session, migrations);
    return true;
  } catch (error) {
    const { cause } = error as { readonly cause?: Error };
    // A missing table is reported by a database that works.
    if (cause !== undefined && target.driver.faultOf(cause) !== 'other') throw cause;
    return false;
  }
}

/**
 * A newer release migrated this database. Only that release knows which of its changes are
 * compatible.
 */
function refuseUnknown(applied: readonly Applied[], migrations: readonly Pick<Migration, 'id'>[]): void {
  const unknown = applied.filter((row) => !migrations.some(({ id }) => id === row.id));
  const breaking = unknown.find((row) => row.breaking === 1);
  if (breaking === undefined) return;
  throw new SchemaError(
    `the database was migrated by a newer release (migration ${breaking.id}, ${breaking.name}) that this one cannot work with: upgrade @org/approval-store-sql`,
  );
}
