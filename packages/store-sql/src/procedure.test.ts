/**
 * The procedure that commits on MariaDB is something to do without: an account that may not make it
 * works all the same.
 */
import { createApprovalEngine, type Logger } from '@org/approval-core';
import mysql from 'mysql2/promise';
import { describe, expect, test } from 'vitest';
import { createMysqlStore, migrateMysql } from './create.js';
import { tableNames } from './schema/names.js';
import { SIGN_OFF, dispatcherOf } from './test-support/sign-off.js';
import { type TestDatabase, allServers } from './test-support/open.js';

/** A pool of an account that may do so much and no more. */
async function accountOf({ url, tablePrefix, query }: TestDatabase, rights: string, name = 'other') {
  const user = `${tablePrefix}${name}`;
  await query(`create user ${user}@'%' identified by 'other'`);
  await query(`grant ${rights} on ${new URL(url).pathname.slice(1)}.* to ${user}@'%'`);
  const own = Object.assign(new URL(url), { username: user, password: 'other' });
  const pool = mysql.createPool({ uri: own.href, charset: 'utf8mb4', connectionLimit: 4 });
  const end = async () => {
    await pool.end();
    await query(`drop user ${user}@'%'`);
  };
  return { pool, user, end };
}

const TABLE_RIGHTS = 'select, insert, update, delete, create, drop, index, alter';

describe.each((await allServers()).filter(({ name }) => name === 'MariaDB'))('$name', (server) => {
  test('an account that may not create procedures gets a warning, and commits statement by statement', async () => {
    const database = await server.database();
    const { tablePrefix } = database;
    const { pool, end } = await accountOf(database, TABLE_RIGHTS);
    const warnings: string[] = [];
    const logger: Logger = { warn: (text) => warnings.push(text), error: (text) => warnings.push(text) };
    try {
      await migrateMysql({ pool, tablePrefix, logger });
      expect(warnings).toEqual([expect.stringMatching(/round trips instead of 1: .*denied/i)]);
      const engine = createApprovalEngine({
        store: await createMysqlStore({ pool, tablePrefix, logger }),
        jobs: { run: false },
      });
      await engine.definitions.create(SIGN_OFF);
      const { executionId } = await dispatcherOf(engine).dispatch();
      expect((await engine.executions.get({ executionId })).status).toBe('running');
      await engine.stop();
    } finally {
      await end();
      await database.close();
    }
  });

  test('the next migration by an account that may makes it, once', async () => {
    const database = await server.database();
    await database.migrate();
    await database.migrate();
    expect((await database.connect()).hasProcedure).toBe(true);
    await database.close();
  });

  test.each([
    { what: 'is gone since the store was opened', drop: (name: string) => `drop procedure ${name}` },
    {
      what: 'may not be called any more',
      drop: (name: string, user: string) => `revoke execute on procedure ${name} from ${user}@'%'`,
    },
  ])('commits go statement by statement where it $what', async ({ drop }) => {
    const database = await server.database();
    const { tablePrefix, query } = database;
    const { pool, user, end } = await accountOf(database, `${TABLE_RIGHTS}, create routine`);
    try {
      await migrateMysql({ pool, tablePrefix });
      const engine = createApprovalEngine({
        store: await createMysqlStore({ pool, tablePrefix }),
        jobs: { run: false },
      });
      await engine.definitions.create(SIGN_OFF);
      await dispatcherOf(engine).dispatch();
      await query(drop(tableNames(tablePrefix).commit, user));
      const { executionId } = await dispatcherOf(engine).dispatch();
      expect((await engine.executions.get({ executionId })).status).toBe('running');
      await engine.stop();
    } finally {
      await end();
      await database.close();
    }
  });

  test('a procedure of another account under its name is not called, and told of', async () => {
    const database = await server.database();
    const { tablePrefix } = database;
    const { commit } = tableNames(tablePrefix);
    const intruder = await accountOf(database, 'create routine');
    const warnings: string[] = [];
    const logger: Logger = { warn: (text) => warnings.push(text), error: (text) => warnings.push(text) };
    try {
      await intruder.pool.query(
        `create procedure ${commit}() sql security invoker begin select current_user(); end`,
      );
      const { pool, end } = await accountOf(database, `${TABLE_RIGHTS}, create routine, execute`, 'engine');
      await migrateMysql({ pool, tablePrefix, logger });
      await end();
      expect(warnings).toEqual([expect.stringContaining(`another account created the procedure ${commit}`)]);
      expect((await database.connect()).hasProcedure).toBe(false);
    } finally {
      await intruder.end();
      await database.close();
    }
  });
});
