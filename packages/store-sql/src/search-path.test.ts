/**
 * On PostgreSQL another account may be able to create functions and operators in a schema of our
 * search path (any account in `public`, up to version 14). The engine never runs them with its own
 * account.
 */
import { registerPermitStoreConformance, registerStoreConformance } from '@org/approval-testkit';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createAnnotationStore, migrateAnnotations } from './comments/index.js';
import { postgres } from './databases/postgres.js';
import { permitStore } from './permits/permit-store.js';
import { ANNOTATION_CASES } from './test-support/annotation-conformance.js';
import { INTRUDED, INTRUSION } from './test-support/intruder.js';
import { allServers, openUnderTest, postgresDatabase } from './test-support/open.js';
import { ownPostgres } from './test-support/own-postgres.js';

const hasPostgres = (await allServers()).some((it) => it.name === 'PostgreSQL');

describe.runIf(hasPostgres)('functions and operators of another account', async () => {
  if (!hasPostgres) return;
  const own = await ownPostgres();
  const database = await postgresDatabase(own.url);
  const role = `intruder_${process.pid}`;
  await own.query(`create role ${role}; grant create, usage on schema public to ${role}`);
  await own.query(`set role ${role}`);
  await own.query(INTRUSION);
  await own.query('reset role');
  // Migrations run beside them as well.
  await database.migrate();
  const pool = new pg.Pool({ connectionString: own.url, max: 4 });
  afterAll(async () => {
    await pool.end();
    await database.close();
    await own.query(`drop owned by ${role} cascade; drop role ${role}`);
    await own.close();
  });

  test('are there, and are called by statements that name no schema', async () => {
    await expect(database.query("select cardinality(array['a'])")).rejects.toThrow(INTRUDED);
    await expect(database.query("select array['a'] <> array['b']")).rejects.toThrow(INTRUDED);
    await expect(database.query('select 1::numeric * 2')).rejects.toThrow(INTRUDED);
  });

  describe('are not called by the store', () => {
    registerStoreConformance({
      test,
      skip: (name, reason) => test.skip(`${name} (${reason})`),
      open: () => openUnderTest(database),
      has: ['second-instance', 'job-list', 'claim-list'],
    });
  });

  describe('are not called by the store of permits', () => {
    const open = async () => permitStore(await database.connect());
    registerPermitStoreConformance({
      test,
      open: async () => ({
        store: await open(),
        reopen: open,
        close: async () => {
          for (const table of ['permits', 'standing_grants'])
            await database.query(`delete from ${database.tablePrefix}${table}`);
        },
      }),
    });
  });

  describe('are not called by the store of comments', async () => {
    const on = () => postgres({ pool });
    await migrateAnnotations(on());
    const stores = [await createAnnotationStore(on()), await createAnnotationStore(on())] as const;
    test.each(Object.entries(ANNOTATION_CASES))('%s', (organizationId, run) =>
      run({ stores, organizationId }),
    );
  });
});
