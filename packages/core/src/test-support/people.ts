/** A people node with what leads on from it, and its people's answers. */
import { expect } from 'vitest';
import type { ApprovalError, JsonObject } from '../index.js';
import type { DefinitionReviewer } from '../definition.js';
import { type Reviewer, Run, agent, edge, human, onStatus, rejectTo } from './run.js';

export const optional = (...userIds: string[]): DefinitionReviewer[] =>
  userIds.map((userId) => ({ userId, mandatory: false }));
export const must = (userId: string, more: Partial<DefinitionReviewer> = {}): DefinitionReviewer => ({
  userId,
  mandatory: true,
  ...more,
});
export const pool = (users: string[], more: Partial<DefinitionReviewer> = {}): DefinitionReviewer => ({
  pool: { users },
  ...more,
});

export const start = (reviewers: Reviewer[], more: object = {}, context: JsonObject = {}) =>
  Run.start(
    {
      nodes: [
        human('review', reviewers, { ...rejectTo('rework'), ...more }),
        agent('next'),
        agent('rework'),
        agent('help'),
      ],
      edges: [edge('review', 'next'), edge('review', 'help', onStatus('failed'))],
    },
    { triggerContext: { url: 'https://example.com', ...context } },
  );

export interface Vote {
  readonly decision?: 'approve' | 'reject' | 'abstain';
  readonly reason?: string;
  readonly reasonCode?: string;
  readonly values?: JsonObject;
}

export async function vote(run: Run, reviewerId: string, more: Vote = {}) {
  const { stepId } = await run.step('review');
  const { executionId } = run;
  const result = await run.engine.steps.recordReviewerDecision({
    executionId,
    stepId,
    reviewerId,
    decision: 'approve',
    ...more,
  });
  await run.engine.idle();
  return result;
}

export const refusal = (run: Run, reviewerId: string, more: Vote = {}) =>
  vote(run, reviewerId, more).then(
    () => expect.fail('it was recorded'),
    (error: unknown) => error as ApprovalError,
  );
export const waitingFor = async (run: Run) =>
  (await run.engine.steps.listWaiting()).items.find((it) => it.executionId === run.executionId)
    ?.waitingForReviewers;

/** A decision as `a+` (approves), `a-` (rejects) or `a0` (abstains). */
const SIGNS = { '+': 'approve', '-': 'reject', '0': 'abstain' } as const;
export const voted = (run: Run, text: string) =>
  vote(run, text.slice(0, -1), { decision: SIGNS[text.slice(-1) as keyof typeof SIGNS] });
