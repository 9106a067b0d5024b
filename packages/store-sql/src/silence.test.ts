/** Connections that stay open and fall silent, while new ones work: calls and workers go on. */
import { type Definition, createApprovalEngine } from '@org/approval-core';
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { allServers, migrated } from './test-support/open.js';
import { SIGN_OFF, dispatcherOf } from './test-support/sign-off.js';
import { tcpProxy } from './test-support/tcp-proxy.js';

const AGENT_FLOW: Definition = {
  definitionId: 'agents',
  name: 'Agents',
  nodes: [{ nodeId: 'a', type: 'agent', config: { agentId: 'checker', urlPath: 'url' } }],
  edges: [],
};

const remote = (await allServers()).filter(({ name }) => name !== 'SQLite');

describe.each(remote)('$name', async (server) => {
  const database = await migrated(server);
  const proxy = await tcpProxy(database.url);
  const { store, close } = await openStore(proxy.url, {
    tablePrefix: database.tablePrefix,
    migrate: false,
    connections: 8,
    statementTimeoutMs: 1_000,
    transactionTimeoutMs: 2_000,
  });
  let calls = 0;
  const engine = createApprovalEngine({
    store,
    agents: { checker: () => ({ passed: (calls += 1) > 0 }) },
    jobs: { pollMs: 100, leaseMs: 1_000 },
    logger: { warn: () => undefined, error: () => undefined },
  });
  await engine.definitions.create(SIGN_OFF);
  await engine.definitions.create(AGENT_FLOW);
  const { dispatch, approve } = dispatcherOf(engine);
  afterAll(async () => {
    await engine.stop({ graceMs: 1_000 });
    await close();
    await proxy.close();
    await database.close();
  });

  test('calls are answered and agents are called within a few deadlines', { timeout: 30_000 }, async () => {
    // Every connection of the pool is open, and many are idle.
    const runs = await Promise.all(Array.from({ length: 30 }, () => dispatch()));
    expect(proxy.mute()).toBeGreaterThan(1);
    const startedAt = performance.now();
    await Promise.all(runs.map(approve));
    await engine.executions.dispatch({ definitionId: 'agents', triggerContext: { url: 'x' } });
    await expect.poll(() => calls, { timeout: 10_000 }).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
