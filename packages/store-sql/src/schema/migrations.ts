/** The migrations, forward only. One that was released is never changed: the next one is added. */
import type { Dialect } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { commitFunction5, commitFunctions } from './commit-function.js';
import { commitLog, dropWaiting } from './commit-log.js';
import { feedOfCommits } from './feed-of-commits.js';
import type { Names } from './names.js';
import { fillInbox } from './fill-inbox.js';
import { FIRST_FEED, HOSTING_TABLE_NAMES } from './hosting-tables.js';
import { PERMIT_TABLE_NAMES } from './permit-tables.js';
import { PEOPLE_TABLE_NAMES } from './people-tables.js';
import { partiesOfStored } from './stored-parties.js';
import { FIRST_TABLE_NAMES, TABLES } from './tables.js';
import { wideCommits } from './wide-commits.js';

/** The names of the tables, the one that says what was applied among them. */
export interface MigratedNames {
  readonly schema_migrations: string;
}

export interface Migration<N extends MigratedNames = Names> {
  /** Unique; they are made in the order of the list. */
  readonly id: number;
  readonly name: string;
  /** Whether processes of a release that does not know it must stop using the database. */
  readonly breaking: boolean;
  /** Statements. On MySQL each must bear being run again: there is no transaction around them. */
  readonly statements: (dialect: Dialect, names: N) => readonly string[];
  /** What becomes of the rows that are there, after the statements. It must bear being run again, too. */
  readonly convert?: (dialect: Dialect, names: N, session: Session) => Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    name: 'the tables of store contract 1',
    breaking: true,
    statements: (dialect, names) =>
      FIRST_TABLE_NAMES.flatMap((table) => dialect.createTable(names[table], TABLES[table])),
  },
  {
    id: 3,
    name: 'parties, feed, subscriptions and links',
    // A process of before would write events that never reach the feed.
    breaking: true,
    statements: (dialect, names) =>
      HOSTING_TABLE_NAMES.flatMap((table) =>
        dialect.createTable(names[table], table === 'feed' ? FIRST_FEED : TABLES[table]),
      ),
    convert: partiesOfStored,
  },
  {
    id: 4,
    name: 'a batch of commits in one statement',
    breaking: false,
    // Its function wrote the rows of then; migration 8 makes the one that is used.
    statements: () => [],
  },
  {
    id: 5,
    name: 'inboxes and absences',
    // An older release would not keep the inboxes up to date.
    breaking: true,
    statements: (dialect, names) =>
      PEOPLE_TABLE_NAMES.flatMap((table) => dialect.createTable(names[table], TABLES[table])),
    convert: fillInbox,
  },
  {
    // Kept free for them from the beginning; an older release that does not know the tables leaves them alone.
    id: 2,
    name: 'permits and standing grants',
    breaking: false,
    statements: (dialect, names) =>
      PERMIT_TABLE_NAMES.flatMap((table) => dialect.createTable(names[table], TABLES[table])),
  },
  {
    id: 6,
    name: 'a log of commits',
    // A process of before would write events where nobody reads them.
    breaking: true,
    statements: commitLog,
    convert: dropWaiting,
  },
  {
    id: 7,
    name: 'a commit is one row of the feed',
    // A process of before would pass on only the last event of each commit.
    breaking: true,
    statements: feedOfCommits,
  },
  {
    id: 8,
    name: 'a commit goes by its keys, and its texts as bytes',
    // A process of before would call a function that is gone.
    breaking: true,
    statements: commitFunctions,
  },
  {
    id: 9,
    name: 'commits apart from their key on SQLite',
    // It is read and written as before.
    breaking: false,
    statements: wideCommits,
  },
  {
    id: 10,
    name: 'a commit waits for no job of a run that somebody holds',
    // The function of before stays for those who call it.
    breaking: false,
    statements: commitFunction5,
  },
];

/** The table that says which migrations were made. */
export function migrationsTable(dialect: Dialect, { schema_migrations: name }: MigratedNames): string {
  return `create table if not exists ${name} (
  id integer not null primary key,
  name ${dialect.shortText} not null,
  breaking integer not null,
  applied_at bigint not null
)`;
}

/** The whole schema as text: what the dumps in `schema/` hold. Each migration is noted as applied, as by a release that applied it. */
export const schemaText = (dialect: Dialect, names: Names): string =>
  [
    migrationsTable(dialect, names),
    ...MIGRATIONS.flatMap((it) => [...it.statements(dialect, names), notedSql(dialect, names, it)]),
  ]
    .map((statement) => `${statement};\n`)
    .join('\n');

/** For a text that takes no parameters; a name is ours. */
const notedSql = (dialect: Dialect, names: Names, { id, name, breaking }: Migration): string =>
  `insert into ${names.schema_migrations} (id, name, breaking, applied_at) values (${id}, '${name.replaceAll("'", "''")}', ${breaking ? 1 : 0}, ${dialect.now})`;
