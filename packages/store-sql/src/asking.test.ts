/**
 * Ten engines on one database, each with its own connections, that ask, ensure and make links
 * concurrently.
 */
import { type ApprovalEngine, createApprovalEngine } from '@org/approval-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { SIGN_OFF } from './test-support/hosting.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const ENGINES = 10;

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  const engines: ApprovalEngine[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await migrated(server);
    for (let index = 0; index < ENGINES; index++) {
      const { store, close } = await openStore(database.url, {
        tablePrefix: database.tablePrefix,
        migrate: false,
        connections: 2,
      });
      const engine = createApprovalEngine({ store, jobs: { run: false } });
      engines.push(engine);
      closing.push(() => engine.stop().then(close));
    }
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await database.close();
  });

  const everywhere = <T>(work: (engine: ApprovalEngine, index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(engines.map(work));
  const [one, ...others] = [...Array(ENGINES).keys()].map((index) => () => engines[index] as ApprovalEngine);

  test('ask: one execution and one decision, for all of them and for later callers', async () => {
    const question = { key: 'deploy-42', reviewers: ['ann'], title: 'Deploy 42?', payload: { sha: 'abc' } };
    const first = await everywhere((engine) => engine.ask({ ...question, waitMs: 0 }));
    expect(new Set(first.map((it) => it.executionId)).size).toBe(1);
    expect(new Set(first.map((it) => it.state))).toEqual(new Set(['pending']));
    const { items } = await engines[0]!.executions.list({});
    expect(items.map((it) => it.executionId)).toEqual([first[0]?.executionId]);

    const waiting = everywhere((engine) => engine.ask(question));
    const { executionId = '' } = items[0] ?? {};
    await others[0]!().steps.recordReviewerDecision({
      ...{
        executionId,
        stepId: 'step_ask',
        reviewerId: 'ann',
        decision: 'reject',
        reason: 'not on a Friday',
      },
    });
    for (const answer of await waiting) expect(answer).toMatchObject({ state: 'rejected', executionId });
    expect(await one!().ask(question)).toMatchObject({ state: 'rejected', executionId });
    // Different questions under one key: exactly one is asked, and every other caller gets a
    // conflict.
    const outcomes = await Promise.allSettled(
      engines.map((engine, index) => engine.ask({ key: 'one-key', reviewers: [`user-${index}`], waitMs: 0 })),
    );
    const refusals = outcomes.filter((it) => it.status === 'rejected').map((it) => it.reason as unknown);
    expect(refusals).toHaveLength(ENGINES - 1);
    for (const error of refusals) expect(error).toMatchObject({ details: { code: 'key-reused' } });
  });

  test('ensure: one version of one definition; two releases write versions in turns, and runs stay on theirs', async () => {
    const old = { ...SIGN_OFF, definitionId: 'rolled', description: 'of the old release' };
    const fresh = { ...old, description: 'of the new release' };
    const made = await everywhere((engine) => engine.definitions.ensure(old));
    expect(made.filter((it) => it.created)).toHaveLength(1);
    expect(made.filter((it) => it.updated)).toEqual([]);
    expect(new Set(made.map((it) => it.version))).toEqual(new Set([1]));
    const { executionId } = await engines[0]!.executions.dispatch({ definitionId: 'rolled' });

    // A rolling deploy: processes of both releases start, none of them fails, and each finds its
    // own or writes it.
    const rolled = await everywhere((engine, index) => engine.definitions.ensure(index % 2 ? fresh : old));
    expect(rolled.every((it) => !it.created)).toBe(true);
    expect(rolled.some((it) => it.updated)).toBe(true);
    for (const [index, { version, definition }] of rolled.entries()) {
      expect(definition).toMatchObject({ version, description: (index % 2 ? fresh : old).description });
    }
    const settled = await engines[0]!.definitions.ensure(fresh);
    expect(await engines[1]!.definitions.ensure(fresh)).toMatchObject({
      ...{ created: false, updated: false, version: settled.version },
    });
    expect(await engines[2]!.executions.get({ executionId })).toMatchObject({ definitionVersion: 1 });
    const later = await engines[3]!.executions.dispatch({ definitionId: 'rolled' });
    expect(await engines[2]!.executions.get({ executionId: later.executionId })).toMatchObject({
      definitionVersion: settled.version,
    });
  });

  test('links: never more than twenty live ones of a reviewer at a step, however many are made at once', async () => {
    const { executionId } = await engines[0]!.ask({ key: 'linked', reviewers: ['ann', 'bob'], waitMs: 0 });
    const place = { executionId, stepId: 'step_ask', baseUrl: 'https://approvals.example.com' };
    const create = (engine: ApprovalEngine, reviewerId: string) =>
      engine.links.create({ ...place, reviewerId });
    for (let made = 0; made < 18; made++) await create(engines[0]!, 'ann');
    const raced = await Promise.allSettled(engines.map((engine) => create(engine, 'ann')));
    const kept = raced.filter((it) => it.status === 'fulfilled').map((it) => it.value);
    expect(kept.length).toBeLessThanOrEqual(2);
    for (const refused of raced.filter((it) => it.status === 'rejected')) {
      expect(refused.reason).toMatchObject({
        status: 'FAILED_PRECONDITION',
        details: { code: 'limit-reached' },
      });
    }
    // Creation works up to the limit, also after a race that all may have lost, and fails beyond
    // it.
    for (let live = 18 + kept.length; live < 20; live++) kept.push(await create(engines[1]!, 'ann'));
    await expect(create(engines[2]!, 'ann')).rejects.toMatchObject({ details: { code: 'limit-reached' } });
    // The limit counts live links of a reviewer.
    await create(engines[2]!, 'bob');
    await engines[3]!.links.revoke({ linkId: kept[0]?.linkId ?? '' });
    await create(engines[2]!, 'ann');
  });
});
