/**
 * A process of the races: it gets a step and its reviewers, waits for a signal, and then decides as
 * all of them at once.
 */
import { createApprovalEngine } from '@org/approval-core';
import { once } from 'node:events';
import { openStore } from '../open.js';

const [url = '', tablePrefix = '', workspaceId = '', executionId = '', stepId = '', reviewers = ''] =
  process.argv.slice(2);

const { store, close } = await openStore(url, { tablePrefix, migrate: false, connections: 4 });
const engine = createApprovalEngine({ store, jobs: { run: false } });
const { steps } = engine.forWorkspace(workspaceId);

process.send?.('ready');
await once(process, 'message');
await Promise.all(
  reviewers
    .split(',')
    .map((reviewerId) =>
      steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision: 'approve' }),
    ),
);
await engine.stop();
await close();
process.disconnect();
