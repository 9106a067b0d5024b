/**
 * Connections that give whole numbers as text or as bigint, as hosts have them whose own ids are
 * larger than a number holds.
 */
import { createApprovalEngine } from '@org/approval-core';
import Database from 'libsql';
import mysql, { type PoolOptions } from 'mysql2/promise';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createMysqlStore, createSqliteStore, migrateSqlite } from './create.js';
import { SIGN_OFF, dispatcherOf } from './test-support/sign-off.js';
import { allServers, migrated } from './test-support/open.js';

const AS_TEXT: PoolOptions = { supportBigNumbers: true, bigNumberStrings: true };

describe.each((await allServers()).filter(({ name }) => name === 'MariaDB'))('$name', async (server) => {
  const database = await migrated(server);
  const poolWith = (more: PoolOptions) =>
    mysql.createPool({ uri: database.url, charset: 'utf8mb4', connectionLimit: 3, ...more });
  const [plain, asText] = [poolWith({}), poolWith(AS_TEXT)];
  afterAll(async () => {
    await plain.end();
    await asText.end();
    await database.close();
  });
  const open = async (pool: mysql.Pool, workspaceId: string) => {
    const store = await createMysqlStore({ pool, tablePrefix: database.tablePrefix });
    const engine = createApprovalEngine({ store, jobs: { run: false } });
    const operations = engine.forWorkspace(workspaceId);
    await operations.definitions.create(SIGN_OFF);
    return { engine, workspaceId, ...dispatcherOf(operations) };
  };

  test('the store works on it', async () => {
    const { engine, dispatch, approve } = await open(asText, 'on-it');
    expect((await approve(await dispatch())).aggregatorStatus).toBe('resolved');
    await engine.stop();
  });

  test('rows as arrays are refused, with what to do', async () => {
    const pool = poolWith({ rowsAsArray: true });
    const { engine, workspaceId, dispatch } = await open(plain, 'arrays');
    const { executionId } = await dispatch();
    const connection = await pool.getConnection();
    try {
      const toldWhat = {
        status: 'FAILED_PRECONDITION',
        message: expect.stringMatching(/without `rowsAsArray`/) as string,
      };
      await expect(createMysqlStore({ pool, tablePrefix: database.tablePrefix })).rejects.toMatchObject(
        toldWhat,
      );
      await connection.query('set transaction isolation level read committed');
      await connection.beginTransaction();
      const joined = engine.withTransaction(connection).forWorkspace(workspaceId);
      const cancelled = joined.executions.cancel({ executionId });
      await expect(cancelled).rejects.toMatchObject(toldWhat);
    } finally {
      connection.destroy();
      await pool.end();
      await engine.stop();
    }
  });

  test('a decision joins a transaction on it', async () => {
    const { engine, workspaceId, dispatch } = await open(plain, 'joined');
    const run = await dispatch();
    const connection = await asText.getConnection();
    try {
      await connection.query('set transaction isolation level read committed');
      await connection.beginTransaction();
      const joined = engine.withTransaction(connection).forWorkspace(workspaceId);
      const decision = { stepId: 'step_review', reviewerId: 'ann', decision: 'approve' } as const;
      const response = await joined.steps.recordReviewerDecision({
        ...decision,
        executionId: run.executionId,
      });
      expect(response.aggregatorStatus).toBe('resolved');
      await connection.commit();
    } finally {
      connection.release();
      await engine.stop();
    }
  });
});

describe('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-numbers-'));
  const opened: Database.Database[] = [];
  afterAll(() => {
    for (const it of opened) it.close();
    rmSync(folder, { recursive: true });
  });
  const connect = (file: string, hasBigints: boolean): Database.Database => {
    const database = new Database(join(folder, file));
    opened.push(database);
    return hasBigints ? database.defaultSafeIntegers() : database;
  };

  test('the store works on a connection with bigints', async () => {
    const database = connect('own.db', true);
    await migrateSqlite({ database });
    const engine = createApprovalEngine({
      store: await createSqliteStore({ database }),
      jobs: { run: false },
    });
    await engine.definitions.create(SIGN_OFF);
    const { dispatch, approve } = dispatcherOf(engine);
    expect((await approve(await dispatch())).aggregatorStatus).toBe('resolved');
    await engine.stop();
  });

  test('a decision joins a transaction on one', async () => {
    const database = connect('joined.db', false);
    await migrateSqlite({ database });
    const engine = createApprovalEngine({
      store: await createSqliteStore({ database }),
      jobs: { run: false },
    });
    await engine.definitions.create(SIGN_OFF);
    const { executionId } = await dispatcherOf(engine).dispatch();
    const other = connect('joined.db', true);
    other.exec('begin immediate');
    const decision = { stepId: 'step_review', reviewerId: 'ann', decision: 'approve' } as const;
    const response = await engine
      .withTransaction(other)
      .steps.recordReviewerDecision({ ...decision, executionId });
    other.exec('commit');
    expect(response.aggregatorStatus).toBe('resolved');
    await engine.stop();
  });
});
