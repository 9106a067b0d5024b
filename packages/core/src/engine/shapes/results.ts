/** The results of operations (contract section 10), as zod schemas. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { definitionView } from './definitions/views.js';
import { executionView, stepStatus } from './executions/views.js';
import { FINISH_ACTIONS, RESOLVE_ACTIONS } from '../../interpreter/command.js';

export type * from './results.gen.js';

const executionId = z.string().describe('Id of the execution.');
const stepId = z.string().describe('Id of the step in its execution.');

export const dispatchResult = z
  .object({
    executionId,
    correlationId: z.string().describe("The host's own id, as it was given, or one that was made."),
    deduplicated: z
      .boolean()
      .describe('True if the call replayed an earlier dispatch with the same idempotencyKey.'),
  })
  .meta({
    id: 'DispatchResult',
    description: 'The execution that a dispatch started, or had started before.',
  });
export const reviewResult = z
  .object({
    recorded: z.boolean().describe('False when the same was recorded before.'),
    aggregatorStatus: z.enum(['pending', 'resolved']).describe('`pending` until the step resolves.'),
    resumeScheduled: z.boolean().describe('True only in the response to the call that resolved the step.'),
    rejectionReason: z.literal('idempotent').optional().describe('Reason why nothing was recorded.'),
  })
  .meta({ id: 'ReviewResult', description: 'Effect of a decision or resolution on its step.' });
export const cancelExecutionResult = z
  .object({
    cancelled: z.literal(true).describe('The execution is cancelled, now or since before.'),
    executionId,
  })
  .meta({ id: 'CancelExecutionResult', description: 'The execution that was cancelled.' });
export const cancelStepResult = z
  .object({ cancelled: z.literal(true).describe('The step is cancelled.'), executionId, stepId })
  .meta({ id: 'CancelStepResult', description: 'The step that was cancelled.' });
export const deleteDefinitionResult = z
  .object({
    deleted: z.literal(true).describe('The definition is deleted.'),
    definitionId: z.string().describe('Id of the definition; it is free again.'),
  })
  .meta({ id: 'DeleteDefinitionResult', description: 'The definition that was deleted.' });
export const resolveStepResult = z
  .object({
    resolved: z
      .boolean()
      .describe('False when the step still waits for others, as it may after `reviewer-…`.'),
    executionId,
    stepId,
    action: z
      .enum(RESOLVE_ACTIONS)
      .register(typeNames, { type: 'ResolveAction' })
      .describe('Action that was taken.'),
    status: stepStatus.describe('Status of the step now.'),
  })
  .meta({ id: 'ResolveStepResult', description: "Result of an administrator's action on a step." });
export const finishStepResult = z
  .object({
    resolved: z.literal(true).describe('The step has ended.'),
    executionId,
    stepId,
    action: z.enum(FINISH_ACTIONS).describe('Action that was taken.'),
    status: stepStatus.describe('Status of the step now.'),
  })
  .meta({ id: 'FinishStepResult', description: 'The step that was finished.' });
export const signalExecutionResult = z
  .object({
    received: z.boolean().describe('False when the same key brought it before.'),
    stepIds: z
      .array(z.string())
      .describe('Steps that it completed; empty if it is kept for the next step that waits for it.'),
  })
  .meta({ id: 'SignalExecutionResult', description: 'Effect of a signal.' });
export const completeDeferredResult = z
  .object({
    completed: z.literal(true).describe('The result is recorded, now or since before.'),
    executionId,
    stepId,
  })
  .meta({ id: 'CompleteDeferredResult', description: 'The deferred step that was called back.' });
export const triggerResult = z
  .discriminatedUnion('accepted', [
    z.object({
      accepted: z.literal(true).describe('The request started an execution, or had started one before.'),
      code: z.literal('accepted').describe('Result of the request.'),
      executionId,
      deduplicated: z.boolean().describe("True if the source's id had started the execution before."),
    }),
    z.object({
      accepted: z.literal(false).describe('The trigger does not want this event.'),
      code: z.literal('event-ignored').describe('Result of the request.'),
    }),
  ])
  .meta({ id: 'TriggerResult', description: 'Result of a request to a trigger.' });

export const ensureResult = z
  .object({
    created: z.boolean().describe('True if the id had no active definition.'),
    updated: z.boolean().describe('True if a version was added.'),
    version: z.int().describe('Number of its newest version.'),
    definition: definitionView.describe('The newest version.'),
  })
  .meta({
    id: 'EnsureResult',
    description: 'Changes that were needed, and the current definition.',
  });

export const waitExecutionResult = z
  .object({
    reached: z.boolean().describe('True if `execution` meets the condition.'),
    execution: executionView.describe('The execution as it was then.'),
  })
  .meta({ id: 'WaitExecutionResult', description: 'Result of a wait.' });
