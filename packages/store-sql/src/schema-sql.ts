/** The tables as text. */
import { type Checks, checkOptions } from '@org/approval-internal/options';
import { mysql } from './dialects/mysql.js';
import { postgres } from './dialects/postgres.js';
import { sqlite } from './dialects/sqlite.js';
import { tableName } from './options.js';
import { schemaText } from './schema/migrations.js';
import { DEFAULT_PREFIX, tableNames } from './schema/names.js';

const DIALECTS = { sqlite, postgres, mysql } as const;

interface SchemaOptions {
  /** Prefix of each table's name; `approval_` by default. */
  readonly tablePrefix?: string | undefined;
}

const CHECKS: Checks<SchemaOptions> = { tablePrefix: tableName };

/**
 * Every table that `migrateStore` makes, as SQL, recorded as migrated. Apply it by hand to a
 * database without tables. MariaDB takes the SQL of MySQL.
 * @throws TypeError for another dialect, or a prefix that is not a plain identifier.
 */
export function schemaSql(dialect: 'sqlite' | 'postgres' | 'mysql', options: SchemaOptions = {}): string {
  checkOptions('schemaSql', options, CHECKS);
  if (!Object.hasOwn(DIALECTS, dialect))
    throw new TypeError(`schemaSql: the dialect must be ${Object.keys(DIALECTS).join(', ')}`);
  return schemaText(DIALECTS[dialect], tableNames(options.tablePrefix ?? DEFAULT_PREFIX));
}
