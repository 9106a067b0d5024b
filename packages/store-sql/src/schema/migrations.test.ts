import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mysql } from '../dialects/mysql.js';
import { postgres } from '../dialects/postgres.js';
import { sqlite } from '../dialects/sqlite.js';
import { schemaSql } from '../schema-sql.js';
import { read } from '../sql/retry.js';
import { type TestDatabase, allServers } from '../test-support/open.js';
import { checkSchema } from './migrate.js';
import { MIGRATIONS, schemaText } from './migrations.js';
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
    'tables that the user may not read are told as such: no migration would help',
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
    for (const statement of text.split(/;\n(?:\n|$)/).filter((it) => it !== ''))
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
    expect(applied.map((row) => Number(row['id']))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test.runIf(server.name === 'MariaDB')(
    'a migration that was cut off before it was noted is made again',
    async () => {
      await database.migrate();
      await database.query(`delete from ${database.tablePrefix}schema_migrations where id in (6, 7)`);
      await database.migrate();
      await check();
    },
  );

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
});
