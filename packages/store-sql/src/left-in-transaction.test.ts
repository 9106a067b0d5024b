/**
 * A client that the host has given back to the pool inside of a transaction: nothing is
 * acknowledged that is not committed.
 */
import { createApprovalEngine } from '@org/approval-core';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPostgresStore, migratePostgres } from './create.js';
import { allServers } from './test-support/open.js';
import { type OwnPostgres, ownPostgres } from './test-support/own-postgres.js';
import { SIGN_OFF, dispatcherOf } from './test-support/sign-off.js';

const hasPostgres = (await allServers()).some((it) => it.name === 'PostgreSQL');

describe.runIf(hasPostgres).each([
  { what: 'that the engine has used', isKnown: true },
  { what: 'that is new to the engine', isKnown: false },
])('a client $what', ({ isKnown }) => {
  let own: OwnPostgres;
  let pool: pg.Pool;
  beforeEach(async () => {
    own = await ownPostgres();
    pool = new pg.Pool({ connectionString: own.url, max: 2 });
    pool.on('error', () => undefined);
    await migratePostgres({ pool });
  });
  afterEach(async () => {
    await pool.end();
    await own.close();
  });

  test.each([
    { state: 'inside of a transaction', statements: ['begin'] },
    { state: 'inside of a failed transaction', statements: ['begin', 'select 1/0'] },
  ])('left $state: a call fails and says so, the next one is committed', async ({ statements }) => {
    const engine = createApprovalEngine({ store: await createPostgresStore({ pool }), jobs: { run: false } });
    await engine.definitions.create(SIGN_OFF);
    const first = await pool.connect();
    const left = isKnown ? first : await pool.connect();
    for (const statement of statements) await left.query(statement).catch(() => undefined);
    left.release();

    const { dispatch } = dispatcherOf(engine);
    await expect(dispatch()).rejects.toThrow('inside a transaction that the host has not ended');
    expect(await own.query('select 1 from approval_executions')).toEqual([]);
    await dispatch();
    expect(await own.query('select 1 from approval_executions')).toHaveLength(1);
    if (!isKnown) first.release();
    await engine.stop();
  });
});
