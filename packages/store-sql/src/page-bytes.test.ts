/**
 * A page of large rows: the memory for its data is limited like the page itself (contract section
 * 1).
 */
import { type ApprovalStore, type Definition, LIMITS } from '@org/approval-core';
import { createTestEngine, overriding } from '@org/approval-testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

/** Runs that hold a quarter of a megabyte each, 6 pages together. */
const RUNS = 100;
/**
 * Most bytes that a database may return for one page: some pages, independent of the number of
 * items.
 */
const MOST_READ = 4 * LIMITS.pageBytes;

const definition: Definition = {
  definitionId: 'large',
  name: 'Large',
  nodes: [
    { nodeId: 'says', type: 'agent', config: { agentId: 'says', urlPath: 'url' } },
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        onReject: { loopBack: { toNodeId: 'review' } },
      },
    },
  ],
  edges: [{ from: 'says', to: 'review' }],
};
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe.each(await allServers())('$name', (server) => {
  /** The most that it gave at once. */
  let read = 0;
  let opened: Awaited<ReturnType<typeof openStore>>;
  let kit: ReturnType<typeof createTestEngine>;
  let executionId = '';
  let database: TestDatabase;

  /** The same store, with its results recorded. */
  function counted(store: ApprovalStore): ApprovalStore {
    const count = <T>(value: T): T => {
      read = Math.max(read, bytes(value));
      return value;
    };
    return overriding(store, {
      listExecutions: async (...given) => count(await store.listExecutions(...given)),
      listWaiting: async (...given) => count(await store.listWaiting(...given)),
      readEvents: async (...given) => count(await store.readEvents(...given)),
      loadEvents: async (...given) => count(await store.loadEvents(...given)),
    });
  }

  beforeAll(async () => {
    database = await migrated(server);
    opened = await openStore(database.url, { tablePrefix: database.tablePrefix });
    const says = () => ({ passed: true, output: { text: 'x'.repeat(250_000) } });
    kit = createTestEngine({ store: counted(opened.store), agents: { says } });
    await kit.engine.definitions.create(definition);
    const triggerContext = { url: 'u', text: 'x'.repeat(250_000) };
    for (let run = 0; run < RUNS; run++) {
      ({ executionId } = await kit.engine.executions.dispatch({ definitionId: 'large', triggerContext }));
    }
    await kit.drain();
  }, 60_000);
  afterAll(async () => {
    await kit.engine.stop();
    await opened.close();
    await database.close();
  });

  test.each<[string, () => Promise<{ readonly hasMore: boolean }>, boolean]>([
    ['executions/list', () => kit.engine.executions.list({ pageSize: LIMITS.pageSize }), true],
    // Waiting steps are listed without their executions, and the feed without internal events.
    ['steps/listWaiting', () => kit.engine.steps.listWaiting({ pageSize: LIMITS.pageSize }), false],
    ['events/list', () => kit.engine.feed.list({ pageSize: LIMITS.pageSize }), false],
    ['executions/getEvents', () => kit.engine.executions.getEvents({ executionId, pageSize: 500 }), false],
  ])('%s', async (_, page, hasMore) => {
    read = 0;
    const found = await page();
    expect(found.hasMore).toBe(hasMore);
    expect(bytes(found)).toBeLessThan(LIMITS.pageBytes + 1_000);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(MOST_READ);
  });

  test('how much a run would bring into memory is known before it is read', async () => {
    const keys = [
      { workspaceId: 'default', executionId },
      { workspaceId: 'default', executionId: 'nobody' },
      { workspaceId: 'other', executionId },
    ];
    const [state] = await opened.store.loadExecutions(keys.slice(0, 1));
    const [known = 0, ...others] = (await opened.store.executionBytes?.(keys)) ?? [];
    expect(others).toEqual([0, 0]);
    expect(known).toBeGreaterThan(bytes(state) * 0.8);
    expect(known).toBeLessThan(bytes(state) * 1.2);
  });
});
