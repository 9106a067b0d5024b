/** A human step waits for its reviewers from the start. */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { type NodeKind, markRunning } from './kind.js';

export const human: NodeKind<CompiledHumanNode> = {
  enter(turn, step, node) {
    markRunning(turn);
    turn.emit('step.awaiting-approval', step.stepId, {
      nodeId: step.nodeId,
      nodeType: step.nodeType,
      waitingForReviewers: node.reviewers.map((it) => it.userId),
      mandatoryCount: node.reviewers.filter((it) => it.mandatory).length,
      commentBody: node.commentBody,
      dueAt: step.dueAt,
    });
  },
};
