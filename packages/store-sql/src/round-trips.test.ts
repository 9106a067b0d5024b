/** Cost of a call on each database: statements, commits, rows. The benchmark measures time. */
import { type ApprovalEngine, type Definition, createApprovalEngine } from '@org/approval-core';
import { createTestReceiver } from '@org/approval-testkit';
import { afterAll, describe, expect, test } from 'vitest';
import type { Driver, Session } from './sql/driver.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import { SQLITE, SQLITE_IN_PROCESS, allServers, migrated } from './test-support/open.js';

const KEY = { keyId: 'k', key: new Uint8Array(32) };
const PEOPLE = Array.from({ length: 50 }, (_, index) => `u${index}`);
const flowOf = (people: readonly string[]): Definition => ({
  definitionId: 'flow',
  name: 'Flow',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: people.map((userId) => ({ userId, mandatory: true })),
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
});

interface Counts {
  /** Round trips: begin and commit are two of them. */
  statements: number;
  commits: number;
}

/** The driver, counting what it sends. */
function counting(driver: Driver): { driver: Driver; counts: Counts } {
  const counts: Counts = { statements: 0, commits: 0 };
  const counted = (session: Session): Session => ({
    run(statement) {
      counts.statements += 1;
      return session.run(statement);
    },
  });
  const { alone, script } = driver;
  return {
    counts,
    driver: {
      ...driver,
      read: (work) => driver.read((session) => work(counted(session))),
      transaction(work) {
        counts.statements += 2;
        counts.commits += 1;
        return driver.transaction((session) => work(counted(session)));
      },
      ...(alone !== undefined && {
        alone: (work) => {
          counts.commits += 1;
          return alone((session) => work(counted(session)));
        },
      }),
      ...(script !== undefined && {
        script: (whole) => {
          counts.statements += 1;
          counts.commits += 1;
          return script(whole);
        },
      }),
    },
  };
}

describe.each([...(await allServers()), SQLITE_IN_PROCESS])('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  /** An engine whose clock and definition are known, so that what is counted is the call itself. */
  async function measured(people = PEOPLE) {
    const context: StoreContext = await database.connect();
    const { driver, counts } = counting(context.driver);
    const whole = createApprovalEngine({ store: sqlStore({ ...context, driver }), jobs: { run: false } });
    const workspaceId = `w${Math.random()}`;
    const engine = whole.forWorkspace(workspaceId);
    await engine.definitions.create(flowOf(people));
    await engine.executions.dispatch({ definitionId: 'flow' });
    const during = async <T>(work: () => Promise<T>): Promise<[T, Counts]> => {
      Object.assign(counts, { statements: 0, commits: 0 });
      return [await work(), { ...counts }];
    };
    return { engine, whole, during, workspaceId, names: context.names };
  }

  type Engine = Pick<ApprovalEngine, 'executions' | 'steps'>;
  const start = (engine: Engine) => engine.executions.dispatch({ definitionId: 'flow' });
  const approve = (engine: Engine, executionId: string, reviewerId: string) =>
    engine.steps.recordReviewerDecision({
      executionId,
      stepId: 'step_review',
      reviewerId,
      decision: 'approve',
    });

  /** PostgreSQL by its function, MariaDB by its procedure, SQLite by a script for its thread. */
  const isAtOnce = server !== SQLITE_IN_PROCESS;

  test('a dispatch, a decision on a state at hand, and one on a run that another process has started', async () => {
    const four = ['u0', 'u1', 'u2', 'u3'];
    const [here, there] = [await measured(four), await measured(four)];
    const [{ executionId }, dispatch] = await here.during(() => start(here.engine));
    const [, decision] = await here.during(() => approve(here.engine, executionId, 'u0'));
    const elsewhere = there.whole.forWorkspace(here.workspaceId);
    // Its definition has never been looked at there.
    await approve(elsewhere, (await start(here.engine)).executionId, 'u0');
    const [, first] = await there.during(() => approve(elsewhere, executionId, 'u1'));
    // In the process: begin, the lock, the definition and its head, a statement for each kind of
    // row (two for inboxes), commit.
    expect({ dispatch, decision, first }).toEqual({
      dispatch: { statements: isAtOnce ? 1 : 11, commits: 1 },
      decision: { statements: isAtOnce ? 1 : 8, commits: 1 },
      first: { statements: isAtOnce ? 2 : 10, commits: 1 },
    });
    await here.whole.stop();
    await there.whole.stop();
  });

  test('an approval writes one row of its execution, one of its step, and one for each commit', async () => {
    const { engine, whole, names, workspaceId } = await measured();
    const { executionId } = await start(engine);
    for (const reviewerId of PEOPLE) await approve(engine, executionId, reviewerId);
    const rows = async (table: 'executions' | 'steps' | 'commits' | 'feed' | 'jobs') => {
      const [row] = await database.query(
        `select count(*) as n from ${names[table]} where workspace_id = '${workspaceId}' and execution_id = '${executionId}'`,
      );
      return Number(row?.['n']);
    };
    const [executions, steps, jobs] = [await rows('executions'), await rows('steps'), await rows('jobs')];
    expect({ executions, steps, jobs }).toEqual({ executions: 1, steps: 1, jobs: 0 });
    expect(await rows('commits')).toBe(1 + PEOPLE.length);
    // Two have external events, and one of those has several.
    expect(await rows('feed')).toBe(2);
    expect((await engine.feed.list()).items).toHaveLength(6);
    await whole.stop();
  });

  test('deliveries of one run that are due together cost four statements each at most', async () => {
    const context = await database.connect();
    const { driver, counts } = counting(context.driver);
    const store = sqlStore({ ...context, driver });
    const webhooks = { transport: createTestReceiver() };
    const whole = createApprovalEngine({
      store,
      jobs: { run: false },
      webhooks,
      allowPlaintextSecrets: true,
    });
    const engine = whole.forWorkspace(`w${Math.random()}`);
    const [first, rework] = flowOf(['u0']).nodes as [Definition['nodes'][0], Definition['nodes'][0]];
    const nodes = [first, { ...first, nodeId: 'again' }, rework];
    await engine.definitions.create({ ...flowOf(['u0']), nodes, edges: [{ from: 'review', to: 'again' }] });
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'flow',
      webhookUrl: 'https://hooks.example.com/',
      webhookSecret: 'a-secret-of-the-run',
    });
    await approve(engine, executionId, 'u0');
    const { steps } = await engine.executions.get({ executionId });
    const stepId = steps.find((it) => it.status === 'waiting')?.stepId ?? '';
    await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: 'u0', decision: 'approve' });
    Object.assign(counts, { statements: 0, commits: 0 });
    const { claimed } = await store.claimJobs({
      kinds: ['webhook-delivery'],
      now: Date.now(),
      leaseMs: 30_000,
      limit: 8,
    });
    const claim = claimed.find(({ job }) => job.executionId === executionId);
    if (claim === undefined) throw new Error('the deliveries of the run were not claimed');
    const [work] = await store.loadDeliveries([claim]);
    if (work == null) throw new Error('the claim has nothing to deliver');
    const due = [work, ...(work.following ?? [])];
    const ended = {
      at: Date.now(),
      status: 'delivered',
      nextAttemptAt: null,
      lastStatus: 200,
      lastError: null,
    } as const;
    await store.recordDeliveryResults(due.map(({ delivery: { seq } }) => ({ claim, seq, ...ended })));
    expect(due.map(({ event }) => event.type)).toHaveLength(6);
    // Six to claim, four to load, six to record; portions of rows, and a statement for each table,
    // are more of them elsewhere.
    expect(counts.statements).toBeLessThanOrEqual(server.name === 'PostgreSQL' ? 16 : 19);
    expect(await engine.webhooks.listDeliveries({ status: 'pending' })).toMatchObject({ items: [] });
    await whole.stop();
  });

  test('a claim on forty receivers is no more statements than on one', async () => {
    const context = await database.connect();
    const { driver, counts } = counting(context.driver);
    // A scan that is late on a busy machine would rest, and be another statement: with a clock none
    // does.
    const store = sqlStore({ ...context, driver, clock: Date.now });
    const webhooks = { transport: createTestReceiver() };
    const whole = createApprovalEngine({ ...{ store, jobs: { run: false }, webhooks }, secretKeys: [KEY] });
    const engine = whole.forWorkspace(`w${Math.random()}`);
    await engine.definitions.create(flowOf(['u0']));
    const claimed = async (receivers: number) => {
      for (let index = 0; index < receivers; index++) {
        const webhookUrl = `https://hooks-${index}.example.com/`;
        const webhookSecret = 'a-secret-of-the-run';
        await engine.executions.dispatch({ definitionId: 'flow', webhookUrl, webhookSecret });
      }
      Object.assign(counts, { statements: 0, commits: 0 });
      const request = { kinds: ['webhook-delivery'], now: Date.now(), leaseMs: 30_000, limit: 64 } as const;
      const { claimed: jobs } = await store.claimJobs({ ...request, perKey: { each: 8, left: {} } });
      expect(jobs).toHaveLength(receivers);
      return counts.statements;
    };
    expect(await claimed(1)).toBe(6);
    // Portions of 32 and 8, twice.
    expect(await claimed(40)).toBe(server.name === 'PostgreSQL' ? 6 : 8);
    await whole.stop();
  });

  test('fifty people who answer at once cost two commits at most', async () => {
    const { engine, during, whole } = await measured();
    const { executionId } = await start(engine);
    const [, { statements, commits }] = await during(() =>
      Promise.all(PEOPLE.map((it) => approve(engine, executionId, it))),
    );
    expect(commits).toBeLessThanOrEqual(2);
    expect(statements).toBeLessThanOrEqual(commits * (isAtOnce ? 1 : 20));
    await whole.stop();
  });

  test('sixty-four runs that are started at once share commits: two side by side, and those of a later turn', async () => {
    const { engine, during, whole } = await measured();
    const [, { commits }] = await during(() => Promise.all(Array.from({ length: 64 }, () => start(engine))));
    expect(commits).toBeLessThanOrEqual(4);
    await whole.stop();
  });

  /**
   * Each of 20 steps waits for 500 people: 10,000 rows of inboxes, which would hold the event loop
   * if they were made at once.
   */
  test.runIf(server === SQLITE)(
    'a commit that is too large for one message goes statement by statement',
    async () => {
      const { engine, during, whole } = await measured();
      const team = Array.from({ length: 500 }, (_, it) => `person-${it}`);
      const reviewers = [{ pool: { var: 'execution.input.team' }, count: 2, mandatory: true }];
      const config = { reviewers, onReject: { routeToNodeId: 'rework' } };
      const [, rework] = flowOf([]).nodes as [Definition['nodes'][0], Definition['nodes'][0]];
      const steps = Array.from({ length: 20 }, (_, it) => ({
        nodeId: `h${it}`,
        type: 'human' as const,
        config,
      }));
      await engine.definitions.create({ ...flowOf([]), definitionId: 'crowded', nodes: [...steps, rework] });
      const dispatch = () =>
        engine.executions.dispatch({ definitionId: 'crowded', triggerContext: { team } });
      const [, { statements, commits }] = await during(dispatch);
      expect(commits).toBe(1);
      expect(statements).toBeGreaterThan(300);
      await whole.stop();
    },
  );
});
