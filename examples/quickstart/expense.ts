/**
 * The third workflow of the quickstart: the manager is away, and a substitute decides under four
 * eyes.
 */
import { type ApprovalEngine, ApprovalError, type Definition, staticDirectory } from '@org/approval-core';
import { setTimeout as sleep } from 'node:timers/promises';

/** Managers and groups: Eve is in finance too, but must not approve her own request. */
export const directory = staticDirectory({
  groups: { finance: ['eve', 'fay'] },
  managers: { eve: 'max' },
});

/** The submitter's manager, then one of finance; submitters never approve their own expenses. */
export const expense: Definition = {
  definitionId: 'expense-approval',
  name: 'Expense approval',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [
          { chain: { startAt: { var: 'execution.input.by' }, maxLevels: 1 } },
          { pool: { group: 'finance' }, mandatory: true, order: 2 },
        ],
        allow: ['substitute'],
        separation: { excludeInitiator: true },
        commentBody: 'Three thousand for a conference.',
        onReject: { end: 'rejected' },
      },
    },
  ],
};

const DAY_MS = 86_400_000;

/** Max is away from now on, and Sue answers for him. */
export async function maxIsAway(engine: ApprovalEngine, now: number): Promise<void> {
  const { items } = await engine.people.listAbsences({ userId: 'max' });
  if (items.some((it) => it.until > now)) return; // An earlier quickstart may have recorded it in a durable store.
  await engine.people.setAbsence({ userId: 'max', substituteId: 'sue', from: now, until: now + DAY_MS });
}

/** Eve tries to approve her own; Sue answers for Max, who is away; Fay of finance agrees. */
export async function answerExpense(
  engine: ApprovalEngine,
  executionId: string,
  tell: (line: string) => void,
  ms = 400,
): Promise<void> {
  const step = { executionId, stepId: 'step_review', decision: 'approve' } as const;
  await sleep(ms);
  try {
    await engine.steps.recordReviewerDecision({ ...step, reviewerId: 'eve' });
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    tell(`eve may not approve her own expense: ${error.status}`);
  }
  const [waiting] = (await engine.executions.explain({ executionId })).steps;
  const inDemand = waiting?.next?.filter((it) => it.decision === 'approve') ?? [];
  tell(
    `it waits for ${inDemand.map((it) => (it.onBehalfOf === null ? it.userId : `${it.userId} for ${it.onBehalfOf}`)).join(', or ')}`,
  );
  await sleep(ms);
  await engine.steps.recordReviewerDecision({ ...step, reviewerId: 'sue', onBehalfOf: 'max' });
  await sleep(ms);
  await engine.steps.recordReviewerDecision({ ...step, reviewerId: 'fay' });
}
