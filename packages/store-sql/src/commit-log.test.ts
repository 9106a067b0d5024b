/**
 * Events are stored by the commit, and read one by one: pages and single ones begin and end
 * wherever they are asked to.
 */
import {
  type ApprovalEngine,
  type ApprovalStore,
  type Definition,
  createApprovalEngine,
} from '@org/approval-core';
import { type EngineEvent, isExternal } from '@org/approval-core/interpreter';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { type TestDatabase, allServers } from './test-support/open.js';

/** With two steps each more commits than are read at once. */
const PEOPLE = Array.from({ length: 40 }, (_, index) => `u${index}`);
const LARGE = 'x'.repeat(60_000);

/** One commit adds the ends of three agents, each larger than a row of the log should be. */
const FLOW: Definition = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [
    ...['a', 'b', 'c'].map((nodeId) => ({
      nodeId,
      type: 'agent' as const,
      config: { agentId: 'large', urlPath: 'url' },
    })),
    ...['legal', 'finance'].map((nodeId) => ({
      nodeId,
      type: 'human' as const,
      config: {
        reviewers: PEOPLE.map((userId) => ({ userId, mandatory: true })),
        onReject: { routeToNodeId: 'rework' },
      },
    })),
    { nodeId: 'rework', type: 'agent', config: { agentId: 'large', urlPath: 'url' } },
  ],
  edges: [],
};

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let engine: ApprovalEngine;
  let store: ApprovalStore;
  let all: readonly EngineEvent[];
  let key: { readonly workspaceId: string; readonly executionId: string };

  beforeAll(async () => {
    database = await server.database();
    await database.migrate();
    store = sqlStore(await database.connect());
    engine = createApprovalEngine({
      store,
      agents: { large: () => ({ passed: true, text: LARGE }) },
      jobs: { pollMs: 20 },
    });
    await engine.definitions.create(FLOW);
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: { url: LARGE },
    });
    key = { workspaceId: 'default', executionId };
    await engine.idle();
    for (const stepId of ['step_legal', 'step_finance']) {
      for (const reviewerId of PEOPLE) {
        const decision = { executionId, stepId, reviewerId, decision: 'approve' } as const;
        await engine.steps.recordReviewerDecision(decision);
      }
    }
    const state = await engine.executions.get({ executionId });
    expect(state.status).toBe('completed');
    all = await store.readEvents({ ...key, afterSeq: 0, limit: 10_000, externalOnly: false });
  });
  afterAll(async () => {
    await engine.stop();
    await database.close();
  });

  test('the events of a run are there in order, without a gap, in fewer rows', async () => {
    expect(all.map((it) => it.seq)).toEqual(all.map((_, index) => index + 1));
    const rows = await database.query(
      `select seq, length(body) as size from ${database.tablePrefix}commits order by seq`,
    );
    expect(rows.length).toBeGreaterThan(2 * PEOPLE.length);
    expect(rows.length).toBeLessThan(all.length);
    // A row has one event, or up to 64 KiB of several.
    const largest = Math.max(...all.map((it) => JSON.stringify(it).length));
    for (const row of rows) expect(Number(row['size'])).toBeLessThan(largest + 65_536);
  });

  test.each([true, false])('pages from anywhere, of any size (external only: %s)', async (externalOnly) => {
    const wanted = all.filter((it) => !externalOnly || isExternal(it));
    for (const afterSeq of [
      0,
      1,
      2,
      3,
      5,
      8,
      30,
      64,
      65,
      71,
      130,
      all.length - 1,
      all.length,
      all.length + 7,
    ]) {
      for (const limit of [1, 2, 7, 64, 1_000]) {
        const page = await store.readEvents({ ...key, afterSeq, limit, externalOnly });
        const expected = wanted.filter((it) => it.seq > afterSeq).slice(0, limit);
        expect(page, `${limit} after ${afterSeq}`).toEqual(expected);
      }
    }
  });

  test('single events, and those that are not there', async () => {
    const keys = [...all.map((it) => it.seq).toReversed(), 0, all.length + 1].map((seq) => ({ ...key, seq }));
    const found = await store.loadEvents([...keys, { ...key, executionId: 'other', seq: 1 }]);
    expect(found).toEqual([...all.toReversed(), null, null, null]);
  });
});
