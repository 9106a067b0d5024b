/** Short helpers that build workflows. */
import { op, variable, when } from '@org/approval-core';
import type { DefinitionNode, DefinitionReviewer } from '@org/approval-core/definition';

/** A reviewer of a node; a plain name is a mandatory one. */
export type Reviewer = string | DefinitionReviewer;

/** A human step; a plain name is a mandatory reviewer. */
export function human(nodeId: string, reviewers: Reviewer | Reviewer[], more: object = {}): DefinitionNode {
  const { slaMs, ...config } = more as { slaMs?: number };
  const list = [reviewers]
    .flat()
    .map((it) => (typeof it === 'string' ? { userId: it, mandatory: true } : it));
  return {
    nodeId,
    type: 'human',
    ...(slaMs !== undefined && { slaMs }),
    config: { reviewers: list, commentBody: `Please review (${nodeId}).`, ...config },
  };
}

/** An agent step; by default one that passes at once. */
export function agent(nodeId: string, agentId = '__mock__', more: object = {}): DefinitionNode {
  const { slaMs, retry, ...config } = more as { slaMs?: number; retry?: object };
  return {
    nodeId,
    type: 'agent',
    ...(slaMs !== undefined && { slaMs }),
    ...(retry !== undefined && { retry }),
    config: { agentId, urlPath: 'url', ...config },
  };
}

/** An edge, with an optional condition. */
export const edge = (from: string, to: string, condition?: string) => ({
  from,
  to,
  ...(condition !== undefined && { when: condition }),
});
/** A condition on the decision of the previous step. */
export const onDecision = (decision: string) => when(op('eq', variable('output.decision'), decision));
/** A condition on the status of the previous step. */
export const onStatus = (status: string) => when(op('eq', variable('step.status'), status));
