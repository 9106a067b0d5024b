/**
 * A worker process: an engine with slow agents, and callers that dispatch and decide until it is
 * killed. Callers record every acknowledged call, and no other.
 */
import { createApprovalEngine } from '@org/approval-core';
import { systemClock } from '@org/approval-core/store';
import { openStore } from '@org/approval-store-sql/open';
import { createTestReceiver } from '@org/approval-testkit';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { itemAt } from '@org/approval-internal/lists';
import { LEASE_MS, WORKSPACE } from './settings.js';
import { REVIEWERS, WORKFLOWS } from './workflows.js';

const [url = '', log = '', name = '', offset = '0', connections = '4'] = process.argv.slice(2);
const PAUSE_MS = 300;
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const { store } = await openStore(url, { migrate: false, connections: Number(connections), logger: quiet });
const engine = createApprovalEngine({
  store,
  agents: {
    scan: async () => {
      await sleep(10 + Math.random() * 100);
      if (Math.random() < 0.1) throw new Error('not now');
      return { passed: true };
    },
  },
  clock: {
    now: () => systemClock.now() + Number(offset),
    wakeAt: (at, wake) => systemClock.wakeAt(at - Number(offset), wake),
  },
  jobs: { leaseMs: LEASE_MS, pollMs: 100, agentConcurrency: 8 },
  webhooks: { transport: createTestReceiver() },
  allowPlaintextSecrets: true,
  logger: quiet,
});
const { executions, steps } = engine.forWorkspace(WORKSPACE);
const acknowledged = (...what: readonly string[]) => appendFileSync(log, `${Date.now()} ${what.join(' ')}\n`);
const oneOf = <T>(list: readonly T[]): T => itemAt(list, Math.floor(Math.random() * list.length));

let calls = 0;

/** A caller without a response retries with the same key and must get the same run. */
async function dispatch(): Promise<void> {
  const idempotencyKey = `${name}-${(calls += 1)}`;
  const { definitionId } = oneOf(WORKFLOWS);
  const request = { definitionId, triggerContext: { url: 'https://example.com' }, idempotencyKey };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const { executionId } = await executions.dispatch(request);
      acknowledged('dispatched', executionId, idempotencyKey);
      return;
    } catch {
      // The outcome is unknown; the judge compares only acknowledged calls.
      await sleep(200);
    }
  }
}

async function decideAs(reviewerId: string): Promise<void> {
  const { items } = await steps.listWaiting({ reviewerId, pageSize: 20 });
  const decisions = items.map(async ({ executionId, stepId }) => {
    const decision = Math.random() < 0.8 ? 'approve' : 'reject';
    const { recorded } = await steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision });
    if (recorded) acknowledged('decided', executionId, stepId, reviewerId, decision);
  });
  await Promise.allSettled(decisions);
}

// The parent is gone.
process.once('disconnect', () => process.exit());
process.send?.('ready');
for (;;) await Promise.allSettled([dispatch(), decideAs(oneOf(REVIEWERS)), sleep(PAUSE_MS)]);
