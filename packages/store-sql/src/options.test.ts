/** Options are checked by name and by value, all at once, before anything is opened. */
import Database from 'libsql';
import mysql2 from 'mysql2/promise';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openAnnotationStore } from './comments/open.js';
import { createMysqlStore, createPostgresStore, createSqliteStore, migratePostgres } from './create.js';
import { deadlinesOf } from './databases/database.js';
import { mysql } from './databases/mysql.js';
import { postgres } from './databases/postgres.js';
import { sqlite } from './databases/sqlite.js';
import { openStore } from './open.js';

const pool = new pg.Pool({ max: 1 });
const mysqlPool = mysql2.createPool({ connectionLimit: 1 });
const database = new Database(':memory:');

test('deadlines may be texts', () => {
  expect(() => postgres({ pool, statementTimeoutMs: '2s', transactionTimeoutMs: 'PT1M' })).not.toThrow();
  expect(deadlinesOf({ statementTimeoutMs: '2s', transactionTimeoutMs: 'PT1M' })).toEqual({
    statementTimeoutMs: 2_000,
    transactionTimeoutMs: 60_000,
  });
});

describe('a database', () => {
  test.each<[string, () => unknown, RegExp[]]>([
    ['nothing', () => postgres(undefined as never), [/^postgres: give an object, not undefined$/]],
    ['no pool', () => postgres({} as never), [/pool must be an object .*not undefined: give a pool of `pg`/]],
    ['a wrong pool', () => postgres({ pool: database as never }), [/give a pool of `pg`/]],
    ['a pool of another driver', () => mysql({ pool: pool as never }), [/give a pool of `mysql2\/promise`/]],
    ['no database', () => sqlite({ database: 'x.db' as never }), [/not string: give an open database/]],
    [
      'everything wrong at once',
      () => postgres({ pol: pool, schema: 'a b', tablePrefix: 7 } as never),
      [
        /pol is not an option; there are pool, schema, tablePrefix/,
        /pool must be/,
        /schema must be a string that matches/,
        /tablePrefix must be .* not 7/,
      ],
    ],
  ])('%s is refused', (_, make, messages) => {
    expect(make).toThrow(TypeError);
    for (const message of messages) expect(make).toThrow(message);
  });

  test('what is right is taken', () => {
    expect(postgres({ pool, schema: 'own', tablePrefix: undefined }).schema).toBe('own');
    expect(mysql({ pool: mysqlPool, tablePrefix: 'a_' }).tablePrefix).toBe('a_');
    expect(sqlite({ database }).tablePrefix).toBeUndefined();
  });

  test('the named functions check as well, and reject', async () => {
    const wrong = { tablePrefx: 'a_' } as never;
    await expect(createPostgresStore(wrong)).rejects.toThrow('tablePrefx is not an option');
    await expect(migratePostgres(wrong)).rejects.toThrow('tablePrefx is not an option');
    await expect(createMysqlStore(wrong)).rejects.toThrow('tablePrefx is not an option');
    await expect(createSqliteStore(wrong)).rejects.toThrow('tablePrefx is not an option');
  });
});

describe.each([
  ['openStore', openStore],
  ['openAnnotationStore', openAnnotationStore],
])('%s', (name, open) => {
  test.each<[object, RegExp[]]>([
    [{ connections: 0 }, [/connections must be a whole number from 1 to 1000, not 0/]],
    [{ connections: 1.5 }, [/not 1.5/]],
    [{ connections: '10' }, [/not string/]],
    [{ connections: 100_000 }, [/not 100000/]],
    [{ migrate: 'no' }, [/migrate must be true or false, not string/]],
    [
      { connections: -1, tablePrefix: 'A', migrat: false },
      [/migrat is not an option/, /not -1/, /tablePrefix must be/],
    ],
  ])('%j is refused', async (options, messages) => {
    for (const message of messages) {
      const opening = open('sqlite::memory:', options);
      await expect(opening).rejects.toThrow(TypeError);
      await expect(opening).rejects.toThrow(message);
      await expect(opening).rejects.toThrow(`${name}: `);
    }
  });

  test.each([
    ['', 'not this'],
    ['redis://x', 'not redis:…'],
    ['approvals.db', 'not this'],
    // An empty variable: SQLite would use a temporary file, which is deleted with the process.
    ['sqlite:', 'names no file; use sqlite:FILE'],
  ])('the URL "%s" is refused', async (url, message) => {
    await expect(open(url)).rejects.toThrow(message);
  });

  test('a URL that is not text is refused', async () => {
    await expect(open(undefined as never)).rejects.toThrow('the URL must be a string');
  });
});
