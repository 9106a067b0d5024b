/**
 * `engine.ask`: a question may have its own definition, which is deleted with its last execution.
 */
import { type ApprovalEngine, type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import { afterAll, describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { allServers, migrated } from './test-support/open.js';

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  const store: ApprovalStore = sqlStore(await database.connect());
  const engine: ApprovalEngine = createApprovalEngine({ store, jobs: { run: false } });
  afterAll(() => engine.stop().then(() => database.close()));

  const ask = (key: string, title: string) => engine.ask({ key, title, reviewers: ['ann'], waitMs: 0 });
  const answer = ({ executionId }: { executionId: string }) =>
    engine.steps.recordReviewerDecision({
      ...{ executionId, stepId: 'step_ask', reviewerId: 'ann', decision: 'approve' },
    });
  const definitions = async () => (await engine.definitions.list()).items.map((it) => it.name);
  const sweep = async () => {
    const now = Date.now() + 60_000;
    await store.trimFeed({ before: now });
    return store.deleteEnded({ endedBefore: now, keysBefore: 0, limit: 10 });
  };

  test('definitions of questions go with their last run, and come again', async () => {
    const [first, again] = [await ask('a', 'Ship it?'), await ask('b', 'Ship it?')];
    const other = await ask('c', 'Sell it?');
    const plain = { definitionId: 'plain', name: 'Plain', nodes: [], edges: [] };
    await engine.definitions.create({
      ...plain,
      nodes: [{ nodeId: 'end', type: 'agent', config: { agentId: '__mock__', urlPath: 'x' } }],
    });
    await answer(first);
    await answer(other);
    expect(await sweep()).toBe(2);
    expect((await definitions()).sort()).toEqual(['Plain', 'Ship it?']);
    await answer(again);
    expect(await sweep()).toBe(1);
    expect(await definitions()).toEqual(['Plain']);
    const { rows } = await counted();
    expect(rows).toBe(1);
    await expect(ask('a', 'Ship it?')).rejects.toMatchObject({ details: { code: 'run-gone' } });
    expect(await ask('d', 'Ship it?')).toMatchObject({ state: 'pending' });
  });

  const counted = async () => {
    const found = await database.query(
      `select count(*) as rows_left from ${database.tablePrefix}definition_versions`,
    );
    return { rows: Number(found[0]?.['rows_left']) };
  };
});
