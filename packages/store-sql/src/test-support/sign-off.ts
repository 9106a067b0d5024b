/** An execution of one approval, and the results of calls. */
import type { ApprovalEngine, ApprovalError, Definition } from '@org/approval-core';

export const SIGN_OFF: Definition = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

export const dispatcherOf = (engine: Pick<ApprovalEngine, 'executions' | 'steps'>) => ({
  dispatch: (triggerContext = {}) => engine.executions.dispatch({ definitionId: 'sign-off', triggerContext }),
  approve: ({ executionId }: { readonly executionId: string }) =>
    engine.steps.recordReviewerDecision({
      ...{ executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' as const },
    }),
});

/** `done`, or the status of the error. */
export const statuses = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls)).map((it) =>
    it.status === 'fulfilled' ? 'done' : (it.reason as ApprovalError).status,
  );
