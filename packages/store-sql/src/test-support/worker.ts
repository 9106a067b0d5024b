/**
 * A process of the kill test: an engine on the database that it is told, with agents that answer at once. It also
 * starts runs and decides on them, writes a line for each call that was acknowledged, and goes on until it is killed.
 */
import { createApprovalEngine } from '@org/approval-core';
import { appendFileSync } from 'node:fs';
import { openStore } from '../open.js';

const [url = '', tablePrefix = '', log = '', workspaceId = ''] = process.argv.slice(2);

/** Enough that there is always work in flight, and few enough that it can be finished afterwards. */
const ROUNDS_OF_STARTS = 20;

async function work(): Promise<void> {
  const { store } = await openStore(url, { tablePrefix, migrate: false, connections: 4 });
  const engine = createApprovalEngine({
    store,
    agents: { scan: () => ({ passed: true }) },
    jobs: { leaseMs: 1_500, pollMs: 50 },
    logger: { warn: () => undefined, error: () => undefined },
  }).forWorkspace(workspaceId);
  const acknowledged = (what: string, id: string) => appendFileSync(log, `${what} ${id}\n`);
  process.send?.('ready');

  const start = async (): Promise<void> => {
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'kill',
      triggerContext: { url: 'https://example.com' },
    });
    acknowledged('dispatched', executionId);
  };
  const decide = async (): Promise<void> => {
    const { items } = await engine.steps.listWaiting({ pageSize: 50 });
    await Promise.allSettled(
      items.flatMap(({ executionId, stepId, waitingForReviewers }) =>
        waitingForReviewers.map(async (reviewerId) => {
          await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision: 'approve' });
          acknowledged(`${reviewerId}-approved`, executionId);
        }),
      ),
    );
  };
  for (let round = 0; ; round++) {
    const starts = round < ROUNDS_OF_STARTS ? Array.from({ length: 4 }, start) : [];
    await Promise.allSettled([...starts, decide()]);
  }
}

await work();
