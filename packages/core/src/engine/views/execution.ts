/** Executions and steps as callers see them (contract section 9). */
import { z } from 'zod';
import type { CompiledDefinition } from '../../compile/compiled.js';
import { deepFreeze } from '../../definition/freeze.js';
import type { JsonObject } from '../../definition/json.js';
import { groupOfNode } from '../../interpreter/groups.js';
import { outputOf } from '../../interpreter/kinds/output.js';
import type { ExecutionState, StepState } from '../../interpreter/state.js';
import type { ExecutionSummary } from '../../ports/store/executions.js';

const json = z.custom<JsonObject>().meta({ type: 'object', additionalProperties: true });
/** ms since the epoch. */
const time = z.int();

export const stepStatus = z.enum([
  'pending',
  'running',
  'waiting',
  'completed',
  'skipped',
  'failed',
  'breached',
  'cancelled',
]);
export const executionStatus = z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']);
export const nodeType = z.enum(['agent', 'human', 'webhook']);

export const stepView = z.object({
  stepId: z.string(),
  nodeId: z.string(),
  nodeType,
  status: stepStatus,
  groupId: z.string().nullable(),
  /** Of the loop around the node; 1 outside loops. */
  iteration: z.int(),
  /** From 1. */
  attempt: z.int(),
  startedAt: time.nullable(),
  completedAt: time.nullable(),
  dueAt: time.nullable(),
  input: json,
  output: json.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  overridden: z.boolean(),
});

const summaryShape = {
  executionId: z.string(),
  definitionId: z.string(),
  definitionVersion: z.int(),
  status: executionStatus,
  correlationId: z.string(),
  idempotencyKey: z.string().nullable(),
  triggerContext: json,
  organizationId: z.string().nullable(),
  documentId: z.string().nullable(),
  createdAt: time,
  startedAt: time.nullable(),
  completedAt: time.nullable(),
  cancelledAt: time.nullable(),
  failureReason: z
    .object({ code: z.string(), message: z.string(), stepId: z.string().nullable() })
    .nullable(),
};
export const executionSummaryView = z.object(summaryShape);
export const executionView = z.object({ ...summaryShape, steps: z.array(stepView) });

export type StepView = z.infer<typeof stepView>;
export type ExecutionSummaryView = z.infer<typeof executionSummaryView>;
export type ExecutionView = z.infer<typeof executionView>;

export function viewSummary(state: ExecutionSummary): ExecutionSummaryView {
  return {
    executionId: state.executionId,
    definitionId: state.definitionId,
    definitionVersion: state.definitionVersion,
    status: state.status,
    correlationId: state.correlationId,
    idempotencyKey: state.idempotencyKey,
    triggerContext: state.triggerContext,
    organizationId: state.organizationId,
    documentId: state.documentId,
    createdAt: state.createdAt,
    startedAt: state.startedAt,
    completedAt: state.completedAt,
    cancelledAt: state.cancelledAt,
    failureReason: state.failureReason && { ...state.failureReason },
  };
}

/** With its steps in the order of creation. */
export function viewExecution(compiled: CompiledDefinition, state: ExecutionState): ExecutionView {
  return { ...viewSummary(state), steps: state.steps.map((step) => viewStep(compiled, step)) };
}

function viewStep(compiled: CompiledDefinition, step: StepState): StepView {
  return {
    stepId: step.stepId,
    nodeId: step.nodeId,
    nodeType: step.nodeType,
    status: step.status,
    groupId: groupOfNode(compiled, step.nodeId)?.groupId ?? null,
    iteration: step.iteration,
    attempt: step.attempt,
    startedAt: step.startedAt,
    completedAt: step.completedAt,
    dueAt: step.dueAt,
    // Parts of the state itself; whoever gets them must not be able to change it.
    input: deepFreeze(step.input),
    output: deepFreeze(outputOf(compiled, step)),
    error: step.error && { ...step.error },
    overridden: step.overridden,
  };
}
