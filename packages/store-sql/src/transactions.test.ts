/** Commits whose result is lost, and commits inside a transaction of the host. */
import {
  type ApprovalEngine,
  type ApprovalStore,
  type Definition,
  type TransactionOperations,
  compileDefinition,
  createApprovalEngine,
} from '@org/approval-core';
import type { Change, DefinitionVersion } from '@org/approval-core/store';
import { decide, initialState } from '@org/approval-core/interpreter';
import { changeBetween } from '@org/approval-core/internal';
import Database from 'libsql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SqlStore, createMysqlStore, createPostgresStore, createSqliteStore } from './create.js';
import type { MysqlConnection } from './drivers/mysql2.js';
import type { PgClient } from './drivers/pg.js';
import type { Driver } from './sql/driver.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import { KILL_DEFINITION } from './test-support/kill-definition.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const workspaceId = 'ws';
let ids = 0;
const unique = (prefix: string): string => `${prefix}-${++ids}`;
const checked = compileDefinition(KILL_DEFINITION as never);
if (!checked.ok) throw new Error('the definition is wrong');
const { compiled } = checked;

const aDefinition = (): DefinitionVersion => ({
  ...{
    workspaceId,
    definitionId: unique('flow'),
    organizationId: null,
    documentId: null,
    uid: unique('def'),
  },
  version: 1,
  authored: {},
  sealedSecrets: null,
  compiled,
  warnings: [],
  createdAt: 1,
  updatedAt: 1,
});

function creation({ uid, definitionId }: DefinitionVersion, idempotencyKey: string | null = null): Change {
  const before = initialState({
    workspaceId,
    executionId: unique('exec'),
    definitionUid: uid,
    definitionId,
    definitionVersion: 1,
    correlationId: unique('corr'),
    idempotencyKey,
    organizationId: null,
    documentId: null,
    triggerContext: { url: 'x' },
    webhookUrl: null,
    createdAt: 1,
  });
  return next(before, { kind: 'dispatch' });
}

function next(before: Change['state'], command: Parameters<typeof decide>[2]): Change {
  const environment = { now: 1, newEventId: () => unique('evt'), maxStepsPerExecution: 100 };
  const decision = decide(compiled, before, command, environment);
  if (!decision.ok) throw new Error(decision.refusal.message);
  return changeBetween(before, decision.state, { ...decision, claims: [], receiver: null });
}

const SIGN_OFF: Definition = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

const cancel = { kind: 'cancel-execution', reason: null } as const;
const committed = [{ kind: 'committed' }];

/**
 * Loses the connection of one transaction: before its commit, or after it, before the result
 * arrives.
 */
function losing(driver: Driver, when: 'before' | 'after'): Driver {
  let isLost = false;
  const lose = (): void => {
    if (isLost) return;
    isLost = true;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
  return {
    ...driver,
    faultOf: (error) =>
      (error as { code?: unknown }).code === 'ECONNRESET' ? 'lost' : driver.faultOf(error),
    transaction: async (work) => {
      const done = await driver.transaction(async (session) => {
        const answer = await work(session);
        if (when === 'before') lose();
        return answer;
      });
      lose();
      return done;
    },
  };
}

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let context: StoreContext;
  let store: ApprovalStore;

  beforeAll(async () => {
    database = await migrated(server);
    context = await database.connect();
    store = sqlStore(context);
  });
  afterAll(() => database.close());

  describe.each(['before', 'after'] as const)('a connection that is lost %s the commit', (when) => {
    const unlucky = (): ApprovalStore => sqlStore({ ...context, driver: losing(context.driver, when) });

    test('loses and duplicates no change, and conflicts only with other transactions', async () => {
      const definition = aDefinition();
      expect(await unlucky().createDefinition(definition)).toBe('created');
      expect(await unlucky().addDefinitionVersion({ ...definition, version: 2 })).toBe('added');
      const first = creation(definition, unique('key'));
      expect(await unlucky().commit([first])).toEqual(committed);
      const [other, own] = [next(first.state, cancel), next(first.state, cancel)];
      expect(await unlucky().commit([own])).toEqual(committed);
      expect(await unlucky().commit([other])).toEqual([{ kind: 'conflict' }]);
      const events = await store.readEvents({ ...own.state, afterSeq: 0, limit: 100, externalOnly: false });
      expect(events).toEqual([...first.events, ...own.events]);
      expect(await unlucky().deleteDefinition(definition)).toBe('deleted');
    });
  });

  test('the host writes, and the decision is made, together or not at all', async () => {
    const host = await openHost(server.name, database);
    const definition = aDefinition();
    await store.createDefinition(definition);
    const first = creation(definition);
    await store.commit([first]);
    const decision = next(first.state, cancel);

    await host.begin();
    expect(await host.inTransaction().commit([decision])).toEqual(committed);
    await host.rollback();
    expect(await store.loadExecutions([first.state])).toEqual([first.state]);

    await host.begin();
    const hosted = host.inTransaction();
    expect(await hosted.commit([{ ...decision, expectedSeq: 99 }])).toEqual([{ kind: 'conflict' }]);
    expect(await hosted.commit([first])).toEqual([{ kind: 'conflict' }]);
    expect(await hosted.commit([decision])).toEqual(committed);
    await host.commit();
    expect(await store.loadExecutions([first.state])).toEqual([decision.state]);
    await host.close();
  });

  test('a decision and the update of the host come true together, through the engine', async () => {
    const host = await openHost(server.name, database);
    const engine = host.engine();
    const on = engine.forWorkspace('hosted');
    await on.definitions.create(SIGN_OFF);
    const { executionId } = await on.executions.dispatch({
      definitionId: SIGN_OFF.definitionId,
      triggerContext: { url: 'x' },
    });
    const { items } = await on.steps.listWaiting({ reviewerId: 'ann' });
    const { stepId } = items.find((it) => it.executionId === executionId)!;
    const table = `${database.tablePrefix}documents`;
    await host.run(`create table ${table} (id integer, approved integer)`);
    await host.run(`insert into ${table} values (7, 0)`);
    const emitted: string[] = [];
    engine.on('event', ({ type }) => emitted.push(type));
    const decideAndUpdate = async () => {
      await host.begin();
      const hosted = host.join();
      // It would hold the transaction open.
      expect((hosted.executions as { wait?: unknown }).wait).toBeUndefined();
      const decision = { executionId, stepId, reviewerId: 'ann', decision: 'approve' } as const;
      const answer = await hosted.forWorkspace('hosted').steps.recordReviewerDecision(decision);
      expect(answer.recorded).toBe(true);
      await host.run(`update ${table} set approved = 1 where id = 7`);
      return hosted;
    };
    const approved = async () =>
      Number((await database.query(`select approved from ${table}`))[0]?.['approved']);
    const undecided = async () =>
      (await on.steps.listWaiting({ reviewerId: 'ann' })).items.filter((it) => it.executionId === executionId)
        .length;

    await decideAndUpdate();
    await host.rollback();
    expect([await approved(), await undecided()]).toEqual([0, 1]);
    const hosted = await decideAndUpdate();
    await host.commit();
    hosted.committed();
    expect([await approved(), await undecided()]).toEqual([1, 0]);
    await host.run(`drop table ${table}`);
    await engine.stop();
    await host.close();
  });

  test('a host event and the row of the host come true together, or neither', async () => {
    const host = await openHost(server.name, database);
    const engine = host.engine();
    const on = engine.forWorkspace('telling');
    await on.definitions.create({
      ...KILL_DEFINITION,
      triggers: [{ triggerId: 'told', event: { types: ['order.paid'] } }],
    });
    const emit = async () => {
      await host.begin();
      const hosted = host.join();
      const result = await hosted.forWorkspace('telling').emit('order.paid', { n: 1 }, { id: 'order-7' });
      expect(result).toEqual({ id: 'order-7', emitted: true, matched: 1 });
      return hosted;
    };
    const due = async () =>
      Number(
        (
          await database.query(
            `select count(*) as n from ${database.tablePrefix}jobs where kind = 'event-start'`,
          )
        )[0]?.['n'],
      );
    await emit();
    await host.rollback();
    expect(await due()).toBe(0);
    const hosted = await emit();
    await host.commit();
    hosted.committed();
    expect(await due()).toBe(1);
    expect(await on.emit('order.paid', { n: 1 }, { id: 'order-7' })).toMatchObject({
      emitted: false,
      matched: 1,
    });
    const worker = createApprovalEngine({ store, agents: { scan: () => ({ passed: true }) } });
    await worker.idle();
    expect((await on.executions.list()).items).toMatchObject([
      { startedBy: { kind: 'event', id: 'order-7' } },
    ]);
    await worker.stop();
    await engine.stop();
    await host.close();
  });

  test('an engine runs a workflow to its end on it', async () => {
    const engine = createApprovalEngine({ store, agents: { scan: () => ({ passed: true }) } });
    const { definitions, executions, steps } = engine.forWorkspace('whole');
    await definitions.create(KILL_DEFINITION);
    const { executionId } = await executions.dispatch({ definitionId: 'kill', triggerContext: { url: 'x' } });
    await engine.idle();
    const { items } = await steps.listWaiting({ reviewerId: 'bob' });
    for (const reviewerId of ['ann', 'bob']) {
      await steps.recordReviewerDecision({
        executionId,
        stepId: items[0]!.stepId,
        reviewerId,
        decision: 'approve',
      });
    }
    await engine.idle();
    expect((await executions.get({ executionId })).status).toBe('completed');
    await engine.stop();
  });
});

interface Host {
  /** An engine with its own pool. */
  readonly engine: () => ApprovalEngine;
  /** Its operations inside the transaction. */
  readonly join: () => TransactionOperations;
  /** The store inside the transaction. */
  readonly inTransaction: () => ApprovalStore;
  /** A statement on the connection. */
  readonly run: (text: string) => Promise<unknown>;
  readonly begin: () => Promise<unknown>;
  readonly commit: () => Promise<unknown>;
  readonly rollback: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** The parts that know the type of the connection. */
const joining = <Tx>(store: SqlStore<Tx>, connection: Tx) => {
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  return {
    engine: () => engine,
    join: () => engine.withTransaction(connection),
    inTransaction: () => store.inTransaction(connection),
  };
};

/** A connection of the host, and the store on it. */
async function openHost(name: string, { url, tablePrefix }: TestDatabase): Promise<Host> {
  if (name === 'SQLite') {
    const [own, connection] = [new Database(url.slice(7)), new Database(url.slice(7))];
    const run = async (text: string) => connection.exec(text);
    return {
      ...joining(await createSqliteStore({ database: own, tablePrefix }), connection),
      run,
      begin: () => run('begin immediate'),
      commit: () => run('commit'),
      rollback: () => run('rollback'),
      close: async () => [own.close(), connection.close()],
    };
  }
  if (name === 'PostgreSQL') {
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    const client = await pool.connect();
    return {
      ...joining<PgClient>(await createPostgresStore({ pool, tablePrefix }), client),
      run: (text) => client.query(text),
      begin: () => client.query('begin'),
      commit: () => client.query('commit'),
      rollback: () => client.query('rollback'),
      close: async () => (client.release(), pool.end()),
    };
  }
  const pool = mysql.createPool({ uri: url, connectionLimit: 2, charset: 'utf8mb4' });
  const connection = await pool.getConnection();
  await connection.query('set session transaction isolation level read committed');
  return {
    ...joining<MysqlConnection>(await createMysqlStore({ pool, tablePrefix }), connection),
    run: (text) => connection.query(text),
    begin: () => connection.query('begin'),
    commit: () => connection.query('commit'),
    rollback: () => connection.query('rollback'),
    close: async () => (connection.release(), pool.end()),
  };
}
