/**
 * A real PgBouncer in transaction mode: each transaction may get another session of the server,
 * which other processes share.
 */
import { type ApprovalEngine, createApprovalEngine } from '@org/approval-core';
import { checkExecution } from '@org/approval-core/interpreter';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SqlStore, createPostgresStore } from './create.js';
import type { PgClient } from './drivers/pg.js';
import { openStore } from './open.js';
import { DEADLINE_DEFINITION } from './test-support/kill-definition.js';
import { type TestDatabase, allServers } from './test-support/open.js';
import { type PgBouncer, pgBouncerVersion, startPgBouncer } from './test-support/pgbouncer.js';
import { kill, startProcess } from './test-support/processes.js';
import { reviewBy } from './test-support/review-definition.js';

const version = pgBouncerVersion();
const server = version === null ? undefined : (await allServers()).find((it) => it.name === 'PostgreSQL');
/** PgBouncer keeps names from 1.21 on; earlier versions only refuse them. */
const refusesNames = /^PgBouncer 1\.(1\d|20)\./.test(version ?? '');

const FORTY = Array.from({ length: 40 }, (_, index) => `u${index}`);
const REVIEW = reviewBy(FORTY);

describe.skipIf(server === undefined)(
  `behind ${version ?? 'PgBouncer'} in transaction mode`,
  { timeout: 120_000 },
  () => {
    let direct: TestDatabase;
    let bouncer: PgBouncer;
    const pools: pg.Pool[] = [];
    const engines: ApprovalEngine[] = [];

    beforeAll(async () => {
      direct = await server!.database();
      bouncer = await startPgBouncer(direct.url);
      // Four processes that start at once, each of which migrates.
      const { tablePrefix } = direct;
      const opened = await Promise.all([0, 1, 2, 3].map(() => openStore(bouncer.url, { tablePrefix })));
      await Promise.all(opened.map((it) => it.close()));
      await direct.query(`create table ${tablePrefix}orders (id varchar(100))`);
    }, 60_000);
    afterAll(async () => {
      await Promise.all(engines.map((it) => it.stop()));
      await Promise.all(pools.map((it) => it.end()));
      await bouncer.close();
      await direct.close();
    });

    /** A pool that notes which of its statements have names. */
    function poolOn(connectionString: string): { pool: pg.Pool; names: Set<string> } {
      const names = new Set<string>();
      class Noting extends pg.Client {
        override query = ((query: { name?: string }, ...more: []) => {
          if (query.name !== undefined) names.add(query.name);
          return super.query(query as never, ...more);
        }) as never;
      }
      const pool = new pg.Pool({ connectionString, max: 4, Client: Noting });
      pool.on('error', () => undefined);
      pools.push(pool);
      return { pool, names };
    }
    const storeOn = (pool: pg.Pool, preparedStatements?: boolean): Promise<SqlStore<PgClient>> =>
      createPostgresStore({ pool, tablePrefix: direct.tablePrefix, preparedStatements });
    function engineOn<Tx>(store: SqlStore<Tx>, options = {}): ApprovalEngine<Tx> {
      const engine = createApprovalEngine({
        store,
        agents: { publisher: () => ({ passed: true }) },
        jobs: { pollMs: 20 },
        ...options,
      });
      engines.push(engine);
      return engine;
    }
    const approve = (reviewerId: string, executionId: string) => ({
      ...{ executionId, stepId: 'step_review', reviewerId, decision: 'approve' as const },
    });
    const ended = (engine: Pick<ApprovalEngine, 'executions'>, executionId: string) =>
      expect
        .poll(async () => (await engine.executions.get({ executionId })).status, { timeout: 15_000 })
        .toBe('completed');

    test.runIf(refusesNames)('what it does to names of two clients', async () => {
      const [a, b] = [poolOn(bouncer.url).pool, poolOn(bouncer.url).pool];
      const ask = (pool: pg.Pool) => pool.query({ name: 'one', text: 'select pg_sleep(0.01)' });
      const outcomes = await Promise.allSettled([a, b, a, b, a, b, a, b].map(ask));
      const codes = outcomes.map((it) =>
        it.status === 'rejected' ? (it.reason as { code: string }).code : '',
      );
      expect(codes.some((it) => it === '42P05' || it === '26000')).toBe(true);
    });

    test('names are left out from the start; the server itself is given them', async () => {
      const [pooled, own] = [poolOn(bouncer.url), poolOn(direct.url)];
      for (const { pool } of [pooled, own]) {
        const engine = engineOn(await storeOn(pool));
        await engine.forWorkspace('names').definitions.ensure(REVIEW);
        await engine.forWorkspace('names').executions.dispatch({ definitionId: 'review' });
      }
      expect([...pooled.names]).toEqual([]);
      expect(own.names.size).toBeGreaterThan(0);
    });

    test('names that the host insists on are given up when they fail, and no call fails', async () => {
      const stores = [poolOn(bouncer.url), poolOn(bouncer.url)];
      const [a, b] = await Promise.all(
        stores.map(async ({ pool }) => engineOn(await storeOn(pool, true)).forWorkspace('insists')),
      );
      await a!.definitions.ensure(REVIEW);
      const { executionId } = await a!.executions.dispatch({ definitionId: 'review' });
      await Promise.all(
        FORTY.map((it, index) =>
          (index % 2 === 0 ? a! : b!).steps.recordReviewerDecision(approve(it, executionId)),
        ),
      );
      const { steps } = await a!.executions.get({ executionId });
      expect(steps[0]?.output?.['decisions']).toHaveLength(40);
      expect(stores.every(({ names }) => names.size > 0)).toBe(true);
    });

    test('two engines and three processes decide on one step at once; each decision counts, once', async () => {
      const workspaceId = 'at-once';
      const [a, b] = await Promise.all(
        [0, 1].map(async () => engineOn(await storeOn(poolOn(bouncer.url).pool)).forWorkspace(workspaceId)),
      );
      await Promise.all([a, b].map((it) => it!.definitions.ensure(REVIEW)));
      const { executionId } = await a!.executions.dispatch({
        definitionId: 'review',
        triggerContext: { url: 'https://example.com' },
      });
      const others = await Promise.all(
        [2, 3, 4].map((own) => {
          const reviewers = FORTY.filter((_, index) => index % 5 === own).join();
          const database = { ...direct, url: bouncer.url };
          return startProcess('decider', database, [workspaceId, executionId, 'step_review', reviewers]);
        }),
      );
      const exits = others.map(({ child }) => once(child, 'exit'));
      for (const { child } of others) child.send('go');
      await Promise.all(
        FORTY.flatMap((it, index) =>
          index % 5 < 2 ? [[a, b][index % 5]!.steps.recordReviewerDecision(approve(it, executionId))] : [],
        ),
      );
      expect((await Promise.all(exits)).map(([code]) => code as number)).toEqual([0, 0, 0]);
      await ended(b!, executionId);
      const store = await storeOn(poolOn(bouncer.url).pool);
      const [state] = await store.loadExecutions([{ workspaceId, executionId }]);
      const events = await store.readEvents({
        ...{ workspaceId, executionId, afterSeq: 0, limit: 10_000, externalOnly: false },
      });
      const { definitionUid: uid, definitionVersion } = state!;
      const [found] = await store.loadDefinitions([{ workspaceId, uid, version: definitionVersion }]);
      expect(checkExecution({ compiled: found!.compiled, state: state!, events })).toEqual([]);
      expect(
        new Set((await a!.executions.get({ executionId })).steps[0]!.output!['decisions'] as []).size,
      ).toBe(40);
    });

    test("rows of the host's change with the decision, both ways round", async () => {
      const orders = `${direct.tablePrefix}orders`;
      const { pool } = poolOn(bouncer.url);
      const hooked = engineOn(await storeOn(pool), {
        onCommit: ({ change, transaction }: { change: { executionId: string }; transaction: Host }) =>
          transaction.query(`insert into ${orders} values (?)`, [`ours ${change.executionId}`]),
      });
      await hooked.definitions.ensure(REVIEW);
      const ours = await hooked.executions.dispatch({ definitionId: 'review' });
      const engine = engineOn(await storeOn(pool));
      await engine.definitions.list();
      // More of them than PgBouncer has sessions, and the whole pool: none needs a second
      // connection to come to its end.
      const theirs = await Promise.all(
        [0, 1, 2, 3].map(async (index) => {
          const client = await pool.connect();
          await client.query('begin');
          const { executionId } = await engine
            .withTransaction(client)
            .executions.dispatch({ definitionId: 'review' });
          await client.query(`insert into ${orders} values ($1)`, [`theirs ${executionId}`]);
          await client.query(index === 0 ? 'rollback' : 'commit');
          client.release();
          return executionId;
        }),
      );
      const rows = (await direct.query(`select id from ${orders}`)).map((it) => it['id']);
      expect(rows).toContain(`ours ${ours.executionId}`);
      const [undone, ...done] = theirs;
      expect(rows.filter((it) => String(it).startsWith('theirs')).sort()).toEqual(
        done.map((it) => `theirs ${it}`).sort(),
      );
      await expect(engine.executions.get({ executionId: undone! })).rejects.toMatchObject({
        status: 'NOT_FOUND',
      });
    });

    test('two processes under load while it is killed twice: nothing that was acknowledged is lost', async () => {
      const workspaceId = 'killed';
      const folder = mkdtempSync(join(tmpdir(), 'approval-bounced-'));
      const log = join(folder, 'acknowledged');
      writeFileSync(log, '');
      const dispatched = () =>
        readFileSync(log, 'utf8')
          .split('\n')
          .filter((it) => it.startsWith('dispatched '))
          .map((it) => it.slice('dispatched '.length));
      const reached = async (runs: number) => {
        while (dispatched().length < runs) await sleep(20);
      };
      const engine = engineOn(await storeOn(poolOn(bouncer.url).pool), { jobs: { run: false } });
      await engine.forWorkspace(workspaceId).definitions.ensure(DEADLINE_DEFINITION);
      const database = { ...direct, url: bouncer.url };
      const workers = await Promise.all(
        [0, 1].map(() => startProcess('worker', database, [log, workspaceId])),
      );
      await reached(10);
      await bouncer.restart();
      await reached(20);
      await bouncer.restart();
      await reached(30);
      await Promise.all(workers.map(kill));
      const { executions } = engine.forWorkspace(workspaceId);
      const found = await Promise.allSettled(
        dispatched().map((executionId) => executions.get({ executionId })),
      );
      expect(found.filter((it) => it.status === 'rejected')).toEqual([]);
      rmSync(folder, { recursive: true });
    });
  },
);

/** Argument of `onCommit`. */
interface Host {
  readonly query: (text: string, values: readonly unknown[]) => Promise<unknown>;
}
