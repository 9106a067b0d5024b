/**
 * Rows that were deleted or changed by hand: the doctor finds them on every database, and fixes
 * what it can.
 */
import { createApprovalEngine } from '@org/approval-core';
import { createTestReceiver } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { DEADLINE_DEFINITION } from './test-support/kill-definition.js';
import { allServers, migrated } from './test-support/open.js';

const LATER = 3_600_000;
const definition = {
  ...DEADLINE_DEFINITION,
  nodes: DEADLINE_DEFINITION.nodes.map((it) => (it.nodeId === 'late' ? { ...it, slaMs: LATER } : it)),
  webhookConfig: { url: 'https://example.com/hooks', secret: 'a-secret-of-some-length' },
};

describe.each(await allServers())('$name', (server) => {
  test('finds lost jobs and deliveries without a job, fixes both, and leaves forged rows to administrators', async () => {
    const database = await migrated(server);
    const { query, tablePrefix } = database;
    const store = sqlStore(await database.connect());
    const engine = createApprovalEngine({
      store,
      agents: { scan: () => ({ passed: true }) },
      jobs: { run: false },
      allowPlaintextSecrets: true,
      webhooks: { transport: createTestReceiver() },
    });
    await engine.definitions.create(definition);
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'kill',
      triggerContext: { url: 'https://example.com' },
    });
    const jobs = async () => (await store.listJobs?.([{ workspaceId: 'default', executionId }]))?.[0] ?? [];
    const before = await jobs();
    expect(before.map((it) => it.kind).toSorted()).toEqual(['agent-call', 'webhook-delivery']);
    expect(await engine.doctor()).toMatchObject({ checked: 1, findings: [], jobsChecked: true });

    await query(`delete from ${tablePrefix}jobs`);
    const { findings } = await engine.doctor();
    expect(findings.map((it) => [it.code, it.fixable])).toEqual([
      ['job-lost', true],
      ['delivery-job-lost', true],
    ]);
    expect((await engine.doctor({ fix: true })).findings.map((it) => it.fixed)).toEqual([true, true]);
    expect(await engine.doctor()).toMatchObject({ findings: [] });
    const byKind = (a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind);
    expect((await jobs()).toSorted(byKind)).toEqual(before.toSorted(byKind));

    await query(`delete from ${tablePrefix}commits where seq > 1`);
    const forged = await engine.doctor({ fix: true });
    expect(forged.findings.map((it) => it.code)).toContain('state-is-not-the-fold');
    expect(forged.findings.every((it) => !it.fixable && !it.fixed)).toBe(true);
    await engine.stop();
    await database.close();
  });

  test('finds a step whose run was deleted by hand', async () => {
    const database = await migrated(server);
    const { query, tablePrefix } = database;
    const engine = createApprovalEngine({ store: sqlStore(await database.connect()) });
    const nodes = [{ nodeId: 'go', type: 'wait' as const, config: { signal: 'go' } }];
    await engine.definitions.create({ definitionId: 'child', name: 'Child', nodes, edges: [] });
    const sub = { nodeId: 'sub', type: 'subflow' as const, config: { definitionId: 'child' } };
    await engine.definitions.create({ definitionId: 'parent', name: 'Parent', nodes: [sub], edges: [] });
    const { executionId } = await engine.executions.dispatch({ definitionId: 'parent' });
    await engine.idle();
    expect(await engine.doctor()).toMatchObject({ checked: 2, findings: [] });
    await query(`delete from ${tablePrefix}executions where execution_id like 'run_%'`);
    const lost = { code: 'child-lost', executionId, stepId: 'step_sub', fixable: false };
    expect((await engine.doctor()).findings).toMatchObject([lost]);
    await engine.stop();
    await database.close();
  });
});
