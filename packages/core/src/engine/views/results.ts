/** What operations answer (contract section 10), as zod schemas. */
import { z } from 'zod';
import { RESOLVE_ACTIONS } from '../../interpreter/command.js';
import { stepStatus } from './execution.js';

export const dispatchResult = z.object({
  executionId: z.string(),
  correlationId: z.string(),
  /** True when the call replayed an earlier dispatch with the same idempotencyKey. */
  deduplicated: z.boolean(),
});
export const reviewResult = z.object({
  /** False when it was recorded before. */
  recorded: z.boolean(),
  aggregatorStatus: z.enum(['pending', 'resolved']),
  /** True only in the answer to the call that resolved the step. */
  resumeScheduled: z.boolean(),
  rejectionReason: z.literal('idempotent').optional(),
});
export const cancelExecutionResult = z.object({ cancelled: z.literal(true), executionId: z.string() });
export const cancelStepResult = z.object({
  cancelled: z.literal(true),
  executionId: z.string(),
  stepId: z.string(),
});
export const deleteDefinitionResult = z.object({ deleted: z.literal(true), definitionId: z.string() });

export type DispatchResult = z.infer<typeof dispatchResult>;
export type ReviewResult = z.infer<typeof reviewResult>;
export type CancelExecutionResult = z.infer<typeof cancelExecutionResult>;
export type CancelStepResult = z.infer<typeof cancelStepResult>;
export type DeleteDefinitionResult = z.infer<typeof deleteDefinitionResult>;
export const resolveStepResult = z.object({
  /** False when the step still waits for others, as it may after `reviewer-*`. */
  resolved: z.boolean(),
  executionId: z.string(),
  stepId: z.string(),
  action: z.enum(RESOLVE_ACTIONS),
  status: stepStatus,
});
export const completeDeferredResult = z.object({
  completed: z.literal(true),
  executionId: z.string(),
  stepId: z.string(),
});
export const triggerResult = z.discriminatedUnion('accepted', [
  z.object({
    accepted: z.literal(true),
    code: z.literal('accepted'),
    executionId: z.string(),
    /** True when the source's id had started a run before. */
    deduplicated: z.boolean(),
  }),
  z.object({ accepted: z.literal(false), code: z.literal('event-ignored') }),
]);
export type TriggerResult = z.infer<typeof triggerResult>;
export type ResolveStepResult = z.infer<typeof resolveStepResult>;
export type CompleteDeferredResult = z.infer<typeof completeDeferredResult>;
