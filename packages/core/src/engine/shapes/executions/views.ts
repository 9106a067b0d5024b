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
  z.int().nullable().describe(`When ${what}, in ms since the epoch; null until then.`);

export const stepStatus = z.enum(STEP_STATUSES).register(typeNames, { type: 'StepStatus' });
export const executionStatus = z.enum(EXECUTION_STATUSES).register(typeNames, { type: 'ExecutionStatus' });
export const nodeType = z.enum(NODE_TYPES).register(typeNames, { type: 'NodeType' });

const stepError = z
  .object({
    code: z.string().describe('What kind of fault it was, as in `agent-timeout`.'),
    message: z.string().describe('What happened.'),
  })
  .meta({ id: 'StepErrorView', description: 'Why a step failed.' });

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
    dueAt: z
      .int()
      .nullable()
      .describe('When it is breached, in ms since the epoch; null without an `slaMs`.'),
    input: jsonObject.describe('What it was started with.'),
    output: jsonObject
      .nullable()
      .describe('What it gave, or what was recorded so far; null before there is anything.'),
    error: stepError.nullable().describe('Why it failed; null unless it did.'),
    overridden: z.boolean().describe('Whether an administrator resolved it by force.'),
    people: peopleView
      .nullable()
      .describe('Who decides it; null for a step of no people, and until they are found.'),
  })
  .meta({ id: 'StepView', description: 'A step: one start of a node in one execution.' });

const failureReason = z
  .object({
    code: z.string().describe('What kind of ending nothing handled, as in `unhandled-rejection`.'),
    message: z.string().describe('What happened.'),
    stepId: z.string().nullable().describe('The step that it happened to; null when it is about none alone.'),
  })
  .meta({ id: 'FailureReasonView', description: 'Why an execution failed.' });

const subjectView = z
  .object({
    digest: z.string().describe('Digest of it, as in `sha256:…`.'),
    ref: z.string().nullable().describe("The host's own id of it; null without one."),
    revision: z.string().nullable().describe('Which state of it; null without one.'),
  })
  .meta({ id: 'SubjectView', description: 'What is to be approved, as it is now.' });

const summaryShape = {
  executionId: z.string().describe('Id of the execution, unique in its workspace.'),
  definitionId: z.string().describe('The definition that it runs.'),
  definitionVersion: z.int().describe('The version that it runs, to its end.'),
  status: executionStatus.describe(
    '`pending` until its first step starts, then `running`, until it ends once.',
  ),
  correlationId: z.string().describe("The host's own id, as the dispatch gave it, or one that was made."),
  idempotencyKey: z.string().nullable().describe('The key of the dispatch; null without one.'),
  triggerContext: jsonObject.describe('What the run is about, as the dispatch gave it.'),
  organizationId: z.string().nullable().describe('Organization that the dispatch named; null without one.'),
  documentId: z.string().nullable().describe('Document that the dispatch named; null without one.'),
  createdAt: z.int().describe('When it was dispatched, in ms since the epoch.'),
  startedAt: when('its first step started'),
  completedAt: when('it ended'),
  cancelledAt: when('it was cancelled'),
  failureReason: failureReason.nullable().describe('Why it failed; null unless it did.'),
  initiatorId: z.string().nullable().describe('Who started it; null when nobody was named.'),
  contributorIds: z.array(z.string()).describe('Who worked on what is to be approved.'),
  subject: subjectView.nullable().describe('What is to be approved; null when it was not named.'),
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
    // Parts of the state itself; whoever gets them must not be able to change it.
    input: deepFreeze(step.input),
    output: deepFreeze(outputOf(compiled, step)),
    error: step.error && { ...step.error },
    overridden: step.overridden,
    people: isDecidedByPeople(node) ? viewPeople(node, step, now) : null,
  };
}
