/** Waiting steps as an inbox shows them (contract section 10). */
import { z } from 'zod';
import type { CompiledDefinition } from '../../compile/compiled.js';
import { nodeOf } from '../../interpreter/turn.js';
import type { WaitingStep } from '../../ports/store/executions.js';
import { nodeType } from './execution.js';

export const waitingItem = z.object({
  executionId: z.string(),
  definitionId: z.string(),
  stepId: z.string(),
  nodeId: z.string(),
  nodeType,
  commentBody: z.string().nullable(),
  /** Who has not decided yet. */
  waitingForReviewers: z.array(z.string()),
  dueAt: z.int().nullable(),
  waitingSince: z.int(),
});
export type WaitingItem = z.infer<typeof waitingItem>;

export function viewWaiting(compiled: CompiledDefinition, { execution, step }: WaitingStep): WaitingItem {
  const node = nodeOf(compiled, step.nodeId);
  return {
    executionId: execution.executionId,
    definitionId: execution.definitionId,
    stepId: step.stepId,
    nodeId: step.nodeId,
    nodeType: step.nodeType,
    commentBody: node.type === 'human' ? node.commentBody : null,
    waitingForReviewers: [...step.waitingForReviewers],
    dueAt: step.dueAt,
    waitingSince: step.waitingSince ?? step.createdAt,
  };
}
