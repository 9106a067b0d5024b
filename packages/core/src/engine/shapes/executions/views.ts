/** Executions and steps as callers see them (contract section 9). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import type { CompiledDefinition } from '../../../compile/compiled.js';
import { NODE_TYPES } from '../../../definition/definition.js';
import { deepFreeze } from '../../../definition/freeze.js';
import { groupOfNode } from '../../../interpreter/groups.js';
import { outputOf } from '../../../nodes/run-output.js';
import {
  EXECUTION_STATUSES,
  type ExecutionState,
  STEP_STATUSES,
  type StepState,
} from '../../../interpreter/state.js';
import { nodeOf } from '../../../interpreter/transition.js';
import type { ExecutionSummary } from '../../../ports/store/executions.js';
import { jsonObject } from '../shared/json.js';
import { isDecidedByPeople } from '../../../nodes/schema.js';
import { peopleView, viewPeople } from './people.js';
import type { ExecutionSummaryView, ExecutionView, StepView } from './views.gen.js';

export type * from './views.gen.js';

/** ms since the epoch; null until it is so. */
const when = (what: string) =>
  z.int().nullable().describe(`Time in ms since the epoch when ${what}; null until then.`);

export const stepStatus = z.enum(STEP_STATUSES).register(typeNames, { type: 'StepStatus' });
export const executionStatus = z.enum(EXECUTION_STATUSES).register(typeNames, { type: 'ExecutionStatus' });
export const nodeType = z.enum(NODE_TYPES).register(typeNames, { type: 'NodeType' });

const stepError = z
  .object({
    code: z.string().describe('Code of the fault, as in `agent-timeout`.'),
    message: z.string().describe('Description of the fault.'),
  })
  .meta({ id: 'StepErrorView', description: 'Error of a failed step.' });

const stepView = z
  .object({
    stepId: z.string().describe('Id of the step, unique in its execution and the same in every process.'),
    nodeId: z.string().describe('The node that it is a step of.'),
    nodeType: nodeType.describe('Kind of that node.'),
    status: stepStatus.describe(
      'Open as `pending`, `running` (its agent is called) or `waiting` (for people), and ended otherwise.',
    ),
    groupId: z.string().nullable().describe('The group that counts it; null without one.'),
    iteration: z.int().describe('Iteration of the loop around the node; 1 outside loops.'),
    attempt: z.int().describe('Number of the call of its agent, from 1.'),
    startedAt: when('it started'),
    completedAt: when('it ended'),
    dueAt: z.int().nullable().describe('Deadline in ms since the epoch; null without an `slaMs`.'),
    input: jsonObject.describe('Input of the step.'),
    output: jsonObject.nullable().describe('Output, or the results so far; null before the first.'),
    error: stepError.nullable().describe('Error of a failed step; null otherwise.'),
    overridden: z.boolean().describe('True if an administrator forced its resolution.'),
    people: peopleView
      .nullable()
      .describe('Its reviewers; null for a step without people, and until they are resolved.'),
  })
  .meta({ id: 'StepView', description: 'A step: one start of a node in one execution.' });

const failureReason = z
  .object({
    code: z.string().describe('Kind of the unhandled ending, as in `unhandled-rejection`.'),
    message: z.string().describe('Description of the failure.'),
    stepId: z.string().nullable().describe('The step that it happened to; null when it is about none alone.'),
  })
  .meta({ id: 'FailureReasonView', description: "Cause of an execution's failure." });

const subjectView = z
  .object({
    digest: z.string().describe('Digest of it, as in `sha256:…`.'),
    ref: z.string().nullable().describe("The host's own id of it; null without one."),
    revision: z.string().nullable().describe('Revision of it; null without one.'),
  })
  .meta({ id: 'SubjectView', description: 'Current subject of the approval.' });

const summaryShape = {
  executionId: z.string().describe('Id of the execution, unique in its workspace.'),
  definitionId: z.string().describe('The definition that it runs.'),
  definitionVersion: z.int().describe('The version that it runs, to its end.'),
  status: executionStatus.describe(
    '`pending` until its first step starts, then `running`, until it ends once.',
  ),
  correlationId: z.string().describe("The host's own id, as the dispatch gave it, or one that was made."),
  idempotencyKey: z.string().nullable().describe('The key of the dispatch; null without one.'),
  triggerContext: jsonObject.describe('Input of the run, as dispatched.'),
  organizationId: z.string().nullable().describe('Organization that the dispatch named; null without one.'),
  documentId: z.string().nullable().describe('Document that the dispatch named; null without one.'),
  createdAt: z.int().describe('Time of the dispatch, in ms since the epoch.'),
  startedAt: when('its first step started'),
  completedAt: when('it ended'),
  cancelledAt: when('it was cancelled'),
  failureReason: failureReason.nullable().describe('Cause of its failure; null unless it failed.'),
  outcome: z
    .string()
    .nullable()
    .describe(
      'Outcome of a completed execution, as in `approved` or `rejected`; null until then, and if nothing decided it.',
    ),
  initiatorId: z.string().nullable().describe('Initiator; null when none was named.'),
  contributorIds: z.array(z.string()).describe('Contributors to the subject.'),
  subject: subjectView.nullable().describe('Subject of the approval; null when none was named.'),
};
export const executionSummaryView = z
  .object(summaryShape)
  .meta({ id: 'ExecutionSummaryView', description: 'A run of a definition, without its steps.' });
export const executionView = z
  .object({ ...summaryShape, steps: z.array(stepView).describe('Its steps, in the order of creation.') })
  .meta({ id: 'ExecutionView', description: 'A run of a definition, with its steps.' });

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
    outcome: state.outcome ?? null,
    initiatorId: state.parties?.initiatorId ?? null,
    contributorIds: [...(state.parties?.contributorIds ?? [])],
    subject: state.parties?.subject ? { ...state.parties.subject } : null,
  };
}

/** With its steps in the order of creation. */
export function viewExecution(
  compiled: CompiledDefinition,
  state: ExecutionState,
  now: number,
): ExecutionView {
  return { ...viewSummary(state), steps: state.steps.map((step) => viewStep(compiled, step, now)) };
}

function viewStep(compiled: CompiledDefinition, step: StepState, now: number): StepView {
  const node = nodeOf(compiled, step.nodeId);
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
    // Frozen, because they are parts of the state itself.
    input: deepFreeze(step.input),
    output: deepFreeze(outputOf(compiled, step)),
    error: step.error && { ...step.error },
    overridden: step.overridden,
    people: isDecidedByPeople(node) ? viewPeople(node, step, now) : null,
  };
}
