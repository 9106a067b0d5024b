/** The procedure that commits on MariaDB is something to do without: an account that may not make it works all the same. */
import { createApprovalEngine, type Logger } from '@org/approval-core';
import mysql from 'mysql2/promise';
import { describe, expect, test } from 'vitest';
import { createMysqlStore, migrateMysql } from './create.js';
import { SIGN_OFF, dispatcherOf } from './test-support/sign-off.js';
import { allServers } from './test-support/open.js';

describe.each((await allServers()).filter(({ name }) => name === 'MariaDB'))('$name', (server) => {
  test('an account that may not make procedures is told what it costs, and commits statement by statement', async () => {
    const database = await server.database();
    const { url, tablePrefix, query } = database;
    const user = `${tablePrefix}plain`;
    await query(`create user ${user}@'%' identified by 'plain'`);
    await query(
      `grant select, insert, update, delete, create, drop, index, alter on ${new URL(url).pathname.slice(1)}.* to ${user}@'%'`,
    );
    const own = Object.assign(new URL(url), { username: user, password: 'plain' });
    const pool = mysql.createPool({ uri: own.href, charset: 'utf8mb4', connectionLimit: 4 });
    const warnings: string[] = [];
    const logger: Logger = { warn: (text) => warnings.push(text), error: (text) => warnings.push(text) };
    try {
      await migrateMysql({ pool, tablePrefix, logger });
      expect(warnings).toEqual([expect.stringMatching(/round trips instead of one: .*denied/i)]);
      const engine = createApprovalEngine({
        store: await createMysqlStore({ pool, tablePrefix, logger }),
        jobs: { run: false },
      });
      await engine.definitions.create(SIGN_OFF);
      const { executionId } = await dispatcherOf(engine).dispatch();
      expect((await engine.executions.get({ executionId })).status).toBe('running');
      await engine.stop();
    } finally {
      await pool.end();
      await query(`drop user ${user}@'%'`);
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
});
