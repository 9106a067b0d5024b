/**
 * A process of the kill test: an engine on the given database, with slow agents. It also dispatches
 * and decides, writes a line for each acknowledged call, and runs until it is killed.
 */
import { createApprovalEngine } from '@org/approval-core';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../open.js';

const [url = '', tablePrefix = '', log = '', workspaceId = ''] = process.argv.slice(2);

/**
 * Runs per round, and the pause in between: always some in flight, and few enough to be finished
 * afterwards.
 */
const STARTS = 2;
const PAUSE_MS = 150;

async function work(): Promise<void> {
  const { store } = await openStore(url, { tablePrefix, migrate: false, connections: 4 });
  const engine = createApprovalEngine({
    store,
    agents: {
      scan: async () => {
        await sleep(20 + Math.random() * 80);
        return { passed: true };
      },
    },
    jobs: { leaseMs: 1_500, pollMs: 50, agentConcurrency: 16 },
    logger: { warn: () => undefined, error: () => undefined },
  }).forWorkspace(workspaceId);
  const acknowledged = (what: string, id: string) => appendFileSync(log, `${what} ${id}\n`);

  const start = async (): Promise<void> => {
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'kill',
      triggerContext: { url: 'https://example.com' },
    });
    acknowledged('dispatched', executionId);
  };
  const decideAs = async (reviewerId: string): Promise<void> => {
    const { items } = await engine.steps.listWaiting({ reviewerId, pageSize: 50 });
    await Promise.allSettled(
      items.map(async ({ executionId, stepId }) => {
        await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision: 'approve' });
        acknowledged(`${reviewerId}-approved`, executionId);
      }),
    );
  };
  process.send?.('ready');
  for (;;) {
    const starts = Array.from({ length: STARTS }, start);
    await Promise.allSettled([...starts, decideAs('ann'), decideAs('bob'), sleep(PAUSE_MS)]);
  }
}

await work();
