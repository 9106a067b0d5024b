/** A webhook node costs the statements of an agent step: counts on each database. */
import { type WebhookTransport, createApprovalEngine } from '@org/approval-core';
import type { DefinitionNode } from '@org/approval-core/definition';
import { afterAll, describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { measuring } from './test-support/measure.js';
import { allServers, migrated } from './test-support/open.js';

const answering: WebhookTransport = {
  checkUrl: () => null,
  verifySignature: () => Promise.resolve(true),
  deliver: () => Promise.resolve({ ok: true, status: 200 }),
  call: () =>
    Promise.resolve({ ok: true, status: 200, headers: {}, body: new Uint8Array(), truncated: false }),
};

const NODES: Readonly<Record<'agent' | 'webhook', DefinitionNode>> = {
  agent: { nodeId: 'only', type: 'agent', config: { agentId: 'own', urlPath: 'url' } },
  webhook: { nodeId: 'only', type: 'webhook', config: { url: 'https://erp.example.com/orders' } },
};
const RUNS = 5;

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  /** Fewest statements of a run of one step, from its dispatch to its end. */
  async function statementsOf(kind: keyof typeof NODES): Promise<number> {
    const context = await database.connect();
    const { driver, start } = measuring(context.driver);
    const engine = createApprovalEngine({
      store: sqlStore({ ...context, driver }),
      agents: { own: () => ({ passed: true }) },
      // Only the run itself may look for jobs.
      jobs: { pollMs: 600_000 },
      webhooks: { transport: answering },
      allowPlaintextSecrets: true,
    });
    await engine.definitions.create({ definitionId: kind, name: kind, nodes: [NODES[kind]], edges: [] });
    const counts: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const counted = start();
      const request = { definitionId: kind, triggerContext: { url: 'u' } };
      const { executionId } = await engine.executions.dispatch(request);
      await engine.idle();
      counts.push(counted.statements);
      expect((await engine.executions.get({ executionId })).status).toBe('completed');
    }
    await engine.stop();
    return Math.min(...counts);
  }

  test('a webhook node costs no more statements than an agent step', { timeout: 120_000 }, async () => {
    const agent = await statementsOf('agent');
    expect(agent).toBeGreaterThan(0);
    expect(await statementsOf('webhook')).toBeLessThanOrEqual(agent);
  });
});
