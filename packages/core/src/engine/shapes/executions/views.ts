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
  isOpen,
} from '../../../interpreter/state.js';
import { START_KINDS, type StartedBy } from '../../../interpreter/header.js';
import { nodeOf } from '../../../interpreter/transition.js';
import type { ExecutionSummary } from '../../../ports/store/executions.js';
import { jsonObject } from '../shared/json.js';
import { isDecidedByPeople } from '../../../nodes/schema.js';
import { presented } from '../../../definition/presented.js';
import type { Absence } from '../../../interpreter/people/substitutes.js';
import { substitutesNow } from '../../../interpreter/people/substituting.js';
import { stepPresentations, viewPresentation } from '../shared/presented.js';
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

/** A substitute of a waiting step. */
export const substitute = z
  .object({
    userId: z.string().describe('User who may decide.'),
    onBehalfOf: z.string().describe('Absent reviewer whom they substitute.'),
  })
  .meta({ id: 'SubstituteView', description: 'A substitute who may decide a step now.' });

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
    wakeAt: z
      .int()
      .nullable()
      .describe('Time in ms since the epoch when its wait ends by itself; null for any other step.'),
    child: z
      .object({ executionId: z.string().describe('Id of the execution.') })
      .meta({ id: 'ChildRunView', description: 'Run that a step started.' })
      .nullable()
      .describe('Run that it started; null for any other step, and until then.'),
    input: jsonObject.describe('Input of the step.'),
    output: jsonObject.nullable().describe('Output, or the results so far; null before the first.'),
    error: stepError.nullable().describe('Error of a failed step; null otherwise.'),
    overridden: z.boolean().describe('True if an administrator forced its resolution.'),
    people: peopleView
      .nullable()
      .describe('Its reviewers; null for a step without people, and until they are resolved.'),
    presentation: presented
      .nullable()
      .describe(
        'Presentation of a request for a decision: that of the execution, with that of the node; null without either.',
      ),
    substitutes: z.array(substitute).describe('Substitutes who may decide the step now.'),
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

const parentStep = z
  .object({
    executionId: z.string().describe('Id of the execution.'),
    stepId: z.string().describe('Id of its step.'),
  })
  .meta({ id: 'ParentStepView', description: 'Step that started an execution.' });

const startedBy = z
  .object({
    kind: z
      .enum(START_KINDS)
      .describe('A dispatch, an inbound trigger, a schedule, a host event, or a step of another execution.'),
    triggerId: z.string().nullable().describe('Id of the trigger; null without one.'),
    id: z.string().nullable().describe('Id of the host event; null without one.'),
  })
  .meta({ id: 'StartedByView', description: 'Cause of an execution.' });

const summaryShape = {
  executionId: z.string().describe('Id of the execution, unique in its workspace.'),
  definitionId: z.string().describe('The definition that it runs.'),
  definitionVersion: z.int().describe('The version that it runs, to its end.'),
  status: executionStatus.describe(
    '`pending` until its first step starts, then `running`, until it ends once.',
  ),
  correlationId: z.string().describe("The host's own id, as the dispatch gave it, or one that was made."),
  idempotencyKey: z.string().nullable().describe('The key of the dispatch; null without one.'),
  triggerContext: jsonObject.describe('Input of the execution, as dispatched.'),
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
  parent: parentStep.nullable().describe('Step of another execution that started it; null if none did.'),
  startedBy: startedBy.describe('Cause of the execution.'),
  presentation: presented.nullable().describe('Presentation to show before a decision; null without one.'),
};
const recordView = z
  .object({
    from: z.int().describe('First event that the record covers, from 1.'),
    seq: z.int().describe('Last event that the record covers.'),
    head: z.string().describe('Hash of all of them, as hex. Keep it to show later that none was changed.'),
  })
  .meta({ id: 'RecordView', description: 'Record of an execution.' });

export const executionSummaryView = z
  .object(summaryShape)
  .meta({ id: 'ExecutionSummaryView', description: 'An execution of a definition, without its steps.' });
export const executionView = z
  .object({
    ...summaryShape,
    record: recordView.nullable().describe('Its record; null without one.'),
    steps: z.array(stepView).describe('Its steps, in the order of creation.'),
  })
  .meta({ id: 'ExecutionView', description: 'An execution of a definition, with its steps.' });

const DISPATCHED: StartedBy = { kind: 'dispatch', triggerId: null, id: null };

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
    parent: state.parent ? { executionId: state.parent.executionId, stepId: state.parent.stepId } : null,
    startedBy: { ...(state.startedBy ?? DISPATCHED) },
    presentation: viewPresentation(state),
  };
}

const viewRecord = ({ chain }: ExecutionState): ExecutionView['record'] =>
  chain === undefined ? null : { from: chain.from, seq: chain.seq, head: chain.head };

/** With its steps in the order of creation. */
export function viewExecution(
  compiled: CompiledDefinition,
  state: ExecutionState,
  now: number,
  absences: readonly Absence[] = [],
): ExecutionView {
  const presentations = stepPresentations(compiled, state);
  const steps = state.steps.map((step, index): StepView => {
    const node = nodeOf(compiled, step.nodeId);
    return {
      ...viewStep(compiled, step, now),
      presentation: presentations[index] ?? null,
      substitutes: isDecidedByPeople(node)
        ? substitutesNow(compiled, state, { node, step }, { now, absences })
        : [],
    };
  });
  return { ...viewSummary(state), record: viewRecord(state), steps };
}

function viewStep(
  compiled: CompiledDefinition,
  step: StepState,
  now: number,
): Omit<StepView, 'presentation' | 'substitutes'> {
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
    wakeAt: isOpen(step.status) ? (step.wakeAt ?? null) : null,
    child: step.child === undefined ? null : { executionId: step.child },
    // Frozen, because they are parts of the state itself.
    input: deepFreeze(step.input),
    output: deepFreeze(outputOf(compiled, step)),
    error: step.error && { ...step.error },
    overridden: step.overridden,
    people: isDecidedByPeople(node) ? viewPeople(node, step, now) : null,
  };
}
