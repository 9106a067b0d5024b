/**
 * One poisoned change never fails the other changes of its batch: refused, too large, or locked.
 */
import { type ApprovalError, type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import type { Change } from '@org/approval-core/store';
import { overriding } from '@org/approval-testkit';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from './open.js';
import { SIGN_OFF, dispatcherOf, statuses } from './test-support/sign-off.js';
import { allServers, migrated } from './test-support/open.js';

const MB = 1_000_000;

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  const { store, close } = await openStore(database.url, {
    tablePrefix: database.tablePrefix,
    migrate: false,
  });
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  await engine.definitions.create(SIGN_OFF);
  const { dispatch, approve } = dispatcherOf(engine);
  afterAll(async () => {
    await engine.stop();
    await close();
    await database.close();
  });

  /** Makes the database refuse creations: their time is invalid. */
  const poisoning = (given: ApprovalStore): ApprovalStore =>
    overriding(given, {
      commit: (changes) =>
        given.commit(changes.map((it) => (it.state.triggerContext['poison'] === true ? poisoned(it) : it))),
    });
  const poisoned = (change: Change): Change => ({
    ...change,
    state: { ...change.state, createdAt: 'never' as never },
  });

  // Few go through the procedure of MariaDB, many statement by statement.
  test.each([12, 40])(
    'of %d, what the database refuses fails alone, and to try again is not advised',
    async (length) => {
      const poisonous = createApprovalEngine({ store: poisoning(store), jobs: { run: false } });
      const calls = Array.from({ length }, (_, index) =>
        poisonous.executions.dispatch({ definitionId: 'sign-off', triggerContext: { poison: index === 11 } }),
      );
      const expected = Array.from({ length }, (_, index) => (index === 11 ? 'INTERNAL' : 'done'));
      expect(await statuses(calls)).toEqual(expected);
      await poisonous.stop();
    },
  );

  test('dispatches of 250 kB go through, however many at once', { timeout: 120_000 }, async () => {
    const text = 'x'.repeat(250_000);
    const calls = Array.from({ length: 100 }, () => dispatch({ text }));
    expect(new Set(await statuses(calls))).toEqual(new Set(['done']));
  });

  test('a cursor with a NUL is INVALID_ARGUMENT', async () => {
    const cursor = Buffer.from(JSON.stringify(['x', 1, 'a\0b'])).toString('base64url');
    await expect(engine.executions.list({ cursor })).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
  });

  test.runIf(server.name === 'MariaDB')(
    'a change larger than a packet fails at once, and the others are committed',
    { timeout: 120_000 },
    async () => {
      const large = overriding(store, {
        commit: (changes) =>
          store.commit(
            changes.map((it) =>
              it.state.triggerContext['large'] === true
                ? { ...it, state: { ...it.state, triggerContext: { text: 'x'.repeat(17 * MB) } } }
                : it,
            ),
          ),
      });
      const other = createApprovalEngine({ store: large, jobs: { run: false } });
      const startedAt = performance.now();
      const calls = Array.from({ length: 10 }, (_, index) =>
        other.executions.dispatch({ definitionId: 'sign-off', triggerContext: { large: index === 3 } }),
      );
      const results = await Promise.allSettled(calls);
      const [failed, ...more] = results.filter((it) => it.status === 'rejected');
      expect(more).toEqual([]);
      expect((failed?.reason as ApprovalError).status).toBe('RESOURCE_EXHAUSTED');
      expect((failed?.reason as ApprovalError).message).toMatch(/max_allowed_packet/);
      expect(performance.now() - startedAt).toBeLessThan(9_000);
      await other.stop();
    },
  );

  test.runIf(server.name !== 'SQLite').each([12, 40])(
    'of %d, an execution that a transaction of the host has locked waits alone',
    { timeout: 30_000 },
    async (length) => {
      const runs = await Promise.all(Array.from({ length }, () => dispatch()));
      const locked = runs[9]!;
      const transaction = await database.hold(
        `select seq from ${database.tablePrefix}executions where workspace_id = 'default' and execution_id = '${locked.executionId}' for update`,
      );
      const startedAt = performance.now();
      let isDone = false;
      const late = approve(locked).then(() => (isDone = true));
      expect(await statuses(runs.filter((it) => it !== locked).map(approve))).toEqual(
        Array.from({ length: length - 1 }, () => 'done'),
      );
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      expect(isDone).toBe(false);
      await transaction.end();
      await late;
    },
  );

  test.runIf(server.name !== 'SQLite').each([12, 40])(
    'of %d, only the dispatch whose definition is being deleted waits for it',
    { timeout: 30_000 },
    async (length) => {
      const definitionId = `deleted-beside-${length}`;
      await engine.definitions.create({ ...SIGN_OFF, definitionId });
      // Known to the engine, so that it only commits.
      await engine.executions.dispatch({ definitionId, triggerContext: {} });
      const definitions = `${database.tablePrefix}definitions`;
      const [head] = await database.query(
        `select uid from ${definitions} where definition_id = '${definitionId}'`,
      );
      const deletion = await database.hold(
        `update ${definitions} set deleted = uid where workspace_id = 'default' and uid = '${String(head?.['uid'])}'`,
      );
      let isDone = false;
      const late = engine.executions
        .dispatch({ definitionId, triggerContext: {} })
        .then(() => (isDone = true));
      const others = Array.from({ length: length - 1 }, () => dispatch());
      expect(await statuses(others)).toEqual(others.map(() => 'done'));
      expect(isDone).toBe(false);
      await deletion.end();
      await late;
    },
  );

  test.runIf(server.name !== 'SQLite').each([12, 40])(
    'of %d, what an agent says of a run whose jobs a transaction of the host holds waits for it alone',
    { timeout: 30_000 },
    async (length) => {
      let answer = (): void => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const asked: string[] = [];
      const working = createApprovalEngine({
        store,
        agents: {
          slow: async ({ executionId }) => {
            asked.push(executionId);
            await answered;
            return { passed: true };
          },
        },
        jobs: { pollMs: 10, agentConcurrency: length },
      });
      onTestFinished(() => working.stop());
      const definitionId = `slow-${length}`;
      const slow = { nodeId: 'slow', type: 'agent' as const, config: { agentId: 'slow', urlPath: 'url' } };
      await working.definitions.create({ definitionId, name: 'Slow', nodes: [slow], edges: [] });
      const triggerContext = { url: 'https://example.com' };
      const runs = await Promise.all(
        Array.from({ length }, () => working.executions.dispatch({ definitionId, triggerContext })),
      );
      await vi.waitFor(() => expect(asked).toHaveLength(length), { timeout: 10_000 });
      const [locked, ...others] = runs as [(typeof runs)[0], ...typeof runs];
      const held = (table: string) =>
        database.hold(
          `select execution_id from ${database.tablePrefix}${table} where workspace_id = 'default' and execution_id = '${locked.executionId}' for update`,
        );
      const holds = [await held('executions'), await held('jobs')];
      answer();
      const isEnded = async ({ executionId }: typeof locked) =>
        (await working.executions.wait({ executionId, until: 'ended', waitMs: 5_000 })).reached;
      const reached = await Promise.all(others.map(isEnded));
      for (const hold of holds) await hold.end();
      expect(reached).toEqual(others.map(() => true));
      expect(await isEnded(locked)).toBe(true);
    },
  );
});
