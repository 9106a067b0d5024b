/**
 * The migrations, forward only. A released migration never changes: a change of the schema is a new
 * one at the end of the list.
 */
import type { Dialect } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { createCommitFunction } from './commit-function.js';
import type { Names } from './names.js';
import { TABLES, TABLE_NAMES } from './tables.js';

/** The names of the tables, the one that lists the applied migrations among them. */
export interface MigratedNames {
  readonly schema_migrations: string;
}

export interface Migration<N extends MigratedNames = Names> {
  /** Unique; migrations are applied in the order of the list. */
  readonly id: number;
  readonly name: string;
  /** True when processes of a release without this migration must stop using the database. */
  readonly breaking: boolean;
  /** The SQL. MySQL runs it without a transaction, so each statement must be repeatable there. */
  readonly statements: (dialect: Dialect, names: N) => readonly string[];
  /** Converts existing rows after the statements. It must be repeatable too. */
  readonly convert?: (dialect: Dialect, names: N, session: Session) => Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    name: 'the tables of store contract 1',
    breaking: true,
    statements: (dialect, names) => [
      ...TABLE_NAMES.flatMap((table) => dialect.createTable(names[table], TABLES[table])),
      ...(dialect.hasCommitFunction ? [createCommitFunction(names)] : []),
    ],
  },
];

/** The table that lists the applied migrations. */
export function migrationsTable(dialect: Dialect, { schema_migrations: name }: MigratedNames): string {
  return `create table if not exists ${name} (
  id integer not null primary key,
  name ${dialect.shortText} not null,
  breaking integer not null,
  applied_at bigint not null
)`;
}

/** The whole schema as text: the dumps in `schema/`. It records each migration as applied. */
export const schemaText = (dialect: Dialect, names: Names): string =>
  [
    `${migrationsTable(dialect, names)};\n`,
    ...MIGRATIONS.flatMap((it) => [...it.statements(dialect, names), recordSql(dialect, names, it)]).map(
      (statement) => `${INDEX.test(statement) ? '' : '\n'}${statement};\n`,
    ),
  ].join('');

/** An index follows its table without an empty line. */
const INDEX = /^create (unique )?index /;

/** Records a migration as applied, without parameters: the names are constants of this module. */
const recordSql = (dialect: Dialect, names: Names, { id, name, breaking }: Migration): string =>
  `insert into ${names.schema_migrations} (id, name, breaking, applied_at) values (${id}, '${name.replaceAll("'", "''")}', ${breaking ? 1 : 0}, ${dialect.now})`;
