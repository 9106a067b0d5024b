import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mysql } from '../dialects/mysql.js';
import { postgres } from '../dialects/postgres.js';
import { sqlite } from '../dialects/sqlite.js';
import { schemaSql } from '../schema-sql.js';
import { sql } from '../sql/dialect.js';
import { read } from '../sql/retry.js';
import { type TestDatabase, allServers } from '../test-support/open.js';
import { applyMigrations, checkSchema } from './migrate.js';
import { MIGRATIONS, type Migration, schemaText } from './migrations.js';
import { DEFAULT_PREFIX, tableNames } from './names.js';

describe.each([sqlite, postgres, mysql])('$name', (dialect) => {
  // `UPDATE_SCHEMA=1 npx vitest run packages/store-sql/src/schema` writes it anew.
  test('the dump in schema/ is what the migrations make', () => {
    const file = new URL(`../../schema/${dialect.name}.sql`, import.meta.url);
    const text = schemaText(dialect, tableNames(DEFAULT_PREFIX));
    if (process.env['UPDATE_SCHEMA'] !== undefined) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(schemaSql(dialect.name)).toBe(text);
  });
});

test.each(['', 'A', '1a', 'a-b', 'a b', 'a"; drop table x; --', 'ä', 'a'.repeat(32)])(
  'a prefix of "%s" is refused',
  (prefix) => {
    expect(() => tableNames(prefix)).toThrow('tablePrefix must match');
    expect(() => tableNames('ok_', prefix)).toThrow('schema must match');
  },
);

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await server.database();
  });
  afterEach(() => database.close());

  const check = async (): Promise<void> => {
    const context = await database.connect();
    await read(context.driver, (session) => checkSchema(context, session, MIGRATIONS));
  };

  test('a database without tables is refused, with what to do', async () => {
    await expect(check()).rejects.toThrow('call migrate first');
  });

  test.skipIf(server.name === 'SQLite')(
    'unreadable tables are reported as such: a migration would not help',
    async () => {
      await database.migrate();
      const context = await database.connect();
      const denied = Object.assign(new Error('denied for approval_schema_migrations'), {
        code: server.name === 'PostgreSQL' ? '42501' : 'ER_TABLEACCESS_DENIED_ERROR',
      });
      const session = { run: () => Promise.reject(denied) } as never;
      await expect(checkSchema(context, session, MIGRATIONS)).rejects.toThrow(
        /cannot be read \(denied for .*\): grant the tables/,
      );
    },
  );

  test('the dump, applied by hand, is a schema that a store works on and a migration leaves alone', async () => {
    const { dialect } = await database.connect();
    const text = schemaText(dialect, tableNames(database.tablePrefix));
    for (const statement of text.split(/;\n+(?=create |insert |do |$)/).filter((it) => it !== ''))
      await database.query(statement);
    await check();
    await database.migrate();
    await check();
  });

  test('four processes that migrate at once make the tables once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => database.migrate()));
    await check();
    const applied = await database.query(
      `select id from ${database.tablePrefix}schema_migrations order by id`,
    );
    expect(applied.map((row) => Number(row['id']))).toEqual([1]);
  });

  test('what a newer release has changed is refused only if it breaks older ones', async () => {
    await database.migrate();
    const table = `${database.tablePrefix}schema_migrations`;
    await database.query(
      `insert into ${table} (id, name, breaking, applied_at) values (98, 'harmless', 0, 0)`,
    );
    await check();
    await database.migrate();
    await database.query(
      `insert into ${table} (id, name, breaking, applied_at) values (99, 'other keys', 1, 0)`,
    );
    await expect(check()).rejects.toThrow('migration 99, other keys');
    await expect(database.migrate()).rejects.toThrow('upgrade @org/approval-store-sql');
  });

  describe('from a made-up earlier version', () => {
    const started = async () => {
      const context = await database.connect();
      const names: NotesNames = {
        notes: `${database.tablePrefix}notes`,
        schema_migrations: `${database.tablePrefix}notes_migrations`,
      };
      const target = { ...context, names };
      const migrate = (list: readonly Migration<NotesNames>[]) =>
        context.driver.transaction((session) => applyMigrations(target, session, list));
      const checked = (list: readonly Migration<NotesNames>[]) =>
        read(context.driver, (session) => checkSchema(target, session, list));
      const notes = () => database.query(`select note_id, letters from ${names.notes} order by note_id`);
      await migrate(EARLIER);
      await database.query(`insert into ${names.notes} (note_id) values ('a'), ('abc')`);
      return { names, migrate, checked, notes };
    };
    const counted = [
      { note_id: 'a', letters: 1 },
      { note_id: 'abc', letters: 3 },
    ];
    const asText = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => ({ note_id: String(row['note_id']), letters: Number(row['letters']) }));

    test('the migration adds what is missing and converts the rows', async () => {
      const { migrate, checked, notes } = await started();
      await expect(checked(TODAY)).rejects.toThrow('lacks migration 2 (letters are counted): call migrate');
      await migrate(TODAY);
      await checked(TODAY);
      expect(asText(await notes())).toEqual(counted);
      // Applied migrations are not applied again.
      await migrate(TODAY);
      expect(asText(await notes())).toEqual(counted);
    });

    test('a process of the earlier version goes on working if the migration is not breaking', async () => {
      const { migrate, checked } = await started();
      await migrate(TODAY);
      await checked(EARLIER);
      await migrate(EARLIER);
    });

    test('and it stops if the migration is breaking', async () => {
      const { migrate, checked } = await started();
      await migrate(TODAY.map((it) => ({ ...it, breaking: true })));
      await expect(checked(EARLIER)).rejects.toThrow('migration 2, letters are counted');
      await expect(migrate(EARLIER)).rejects.toThrow('upgrade @org/approval-store-sql');
    });

    // MySQL has no transaction around the definition of tables.
    test.runIf(server.name === 'MariaDB')('a migration that was cut off is made again', async () => {
      const { names, migrate, notes } = await started();
      await migrate(TODAY);
      await database.query(`delete from ${names.schema_migrations} where id = 2`);
      await database.query(`update ${names.notes} set letters = 0 where note_id = 'abc'`);
      await migrate(TODAY);
      expect(asText(await notes())).toEqual(counted);
    });
  });
});

interface NotesNames {
  readonly notes: string;
  readonly schema_migrations: string;
}

const EARLIER: readonly Migration<NotesNames>[] = [
  {
    id: 1,
    name: 'notes',
    breaking: true,
    statements: ({ name }, { notes }) => [
      `create table if not exists ${notes} (note_id ${name === 'mysql' ? 'varbinary(20)' : 'text'} not null primary key)`,
    ],
  },
];

const TODAY: readonly Migration<NotesNames>[] = [
  ...EARLIER,
  {
    id: 2,
    name: 'letters are counted',
    breaking: false,
    statements: (_, { notes }) => [`alter table ${notes} add column letters bigint`],
    async convert(_, { notes }, session) {
      await session.run(sql(`update ${notes} set letters = length(note_id)`));
    },
  },
];
