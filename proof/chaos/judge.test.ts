/** Tests the judge: it reports acknowledged calls that are lost or doubled. */
import { type ApprovalStore, createApprovalEngine, createMemoryStore } from '@org/approval-core';
import type { EngineEvent } from '@org/approval-core/interpreter';
import { createTestReceiver } from '@org/approval-testkit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judge } from './judge.js';
import { type Acknowledged, readLedger } from './ledger.js';
import { WORKSPACE } from './settings.js';
import { WORKFLOWS } from './workflows.js';

/** A run that waits for cyd, and the acknowledgments of its callers. */
async function begun(store: ApprovalStore) {
  const engine = createApprovalEngine({
    store,
    agents: { scan: () => ({ passed: true }) },
    webhooks: { transport: createTestReceiver() },
    allowPlaintextSecrets: true,
  });
  const { definitions, executions, steps } = engine.forWorkspace(WORKSPACE);
  for (const it of WORKFLOWS) await definitions.create(it);
  const run = {
    definitionId: 'quorum',
    triggerContext: { url: 'https://example.com' },
    idempotencyKey: 'k1',
  };
  const { executionId } = await executions.dispatch(run);
  const cyd = { reviewerId: 'cyd', decision: 'approve' } as const;
  await steps.recordReviewerDecision({ executionId, stepId: 'step_cyd', ...cyd });
  await engine.stop();
  const dispatched = { at: 1, what: 'dispatched', executionId, rest: ['k1'] } as const;
  const decided = { at: 2, what: 'decided', executionId, rest: ['step_cyd', 'cyd', 'approve'] } as const;
  return { executionId, acknowledged: [dispatched, decided] as const };
}

test('what was begun is finished, and all is well', async () => {
  const store = createMemoryStore();
  const { acknowledged } = await begun(store);
  const verdict = await judge(store, acknowledged);
  expect(verdict).toMatchObject({ runs: 1, acknowledged: 2, lost: [], doubled: [], stuck: [], findings: [] });
});

describe('the judge reports', () => {
  test('what was acknowledged and is not there', async () => {
    const store = createMemoryStore();
    const { acknowledged, executionId } = await begun(store);
    const [dispatched, decided] = acknowledged;
    const never: Acknowledged[] = [
      { ...dispatched, rest: ['k2'] },
      { ...decided, rest: ['step_cyd', 'cyd', 'reject'] },
      { ...decided, executionId: 'exec-of-nobody' },
    ];
    expect((await judge(store, [...acknowledged, ...never])).lost).toEqual([
      `dispatched ${executionId} k2`,
      `decided ${executionId} step_cyd cyd reject`,
      'decided exec-of-nobody step_cyd cyd approve',
    ]);
  });

  test('what is there twice, and what can never be', async () => {
    const sound = createMemoryStore();
    const { acknowledged, executionId } = await begun(sound);
    const doubling: ApprovalStore = {
      ...sound,
      readEvents: async (query) =>
        (await sound.readEvents(query)).flatMap((it): EngineEvent[] =>
          it.type === 'step.decision-recorded' ? [it, it] : [it],
        ),
    };
    const { doubled, findings } = await judge(doubling, acknowledged);
    expect(doubled).toContain(`${executionId} step_cyd cyd approve`);
    expect(findings.map((it) => it.code)).toContain('seq-has-gaps');
  });

  test('which run never ends', async () => {
    const sound = createMemoryStore();
    const { acknowledged, executionId } = await begun(sound);
    const deaf: ApprovalStore = { ...sound, listWaiting: async () => ({ items: [], cursor: null }) };
    expect((await judge(deaf, acknowledged, 500)).stuck).toEqual([executionId]);
  });
});

test('a line that was cut off was acknowledged to nobody', () => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-ledger-'));
  const file = join(folder, 'log');
  writeFileSync(file, '5 dispatched e1 k1\n6 decided e1 step_a ann approve\n7 decided e1 step_b bo');
  expect(readLedger(file)).toEqual([
    { at: 5, what: 'dispatched', executionId: 'e1', rest: ['k1'] },
    { at: 6, what: 'decided', executionId: 'e1', rest: ['step_a', 'ann', 'approve'] },
  ]);
  rmSync(folder, { recursive: true });
});
