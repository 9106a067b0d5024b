/** Reports about the run that a step starts. A report on a step that moved on is refused. */
import type { CompiledSubflowNode } from '../../compile/compiled.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { isPlainObject } from '../../definition/json.js';
import { renderJson } from '../../expression/json-template.js';
import { TemplateTooLarge, renderingOf } from '../../expression/template.js';
import { TooCostly } from '../../expression/work.js';
import { startsRuns } from '../../nodes/schema.js';
import { childIdOf } from '../child-runs.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  type RunToStart,
  noStepOf,
  refused,
  succeeded,
} from '../command.js';
import { completeStep, failStep } from '../ending.js';
import type { Parties } from '../header.js';
import { everDecided } from '../people/excluded.js';
import { separatedFrom } from '../people/excluded.js';
import type { RunEnd } from '../run-end-data.js';
import { type StepState, findStep, isOpen } from '../state.js';
import { templateScope } from '../step-templates.js';
import type { Transition } from '../transition.js';
import { loseExcluded } from '../waiting/losing.js';

type Found =
  | { readonly ok: true; readonly step: StepState; readonly node: CompiledSubflowNode }
  | ReturnType<typeof refused>;

function subflowStep(transition: Transition, stepId: string): Found {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  const node = transition.node(step.nodeId);
  if (!startsRuns(node)) return refused('FAILED_PRECONDITION', `step "${stepId}" starts no run`);
  if (isOpen(step.status)) return { ok: true, step, node };
  const details = { stepStatus: step.status };
  return refused('FAILED_PRECONDITION', `step "${stepId}" is ${step.status}`, details);
}

/** Returns the run that a pending step starts, or fails the step. */
export function beginRun(
  transition: Transition,
  { stepId }: CommandOf<'begin-run'>,
): HandlerResult<CommandResults['begin-run']> {
  const found = subflowStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  if (step.status !== 'pending')
    return refused('FAILED_PRECONDITION', `the run of step "${stepId}" has begun`);
  const triggerContext = contextOf(transition, step, node);
  if (typeof triggerContext === 'string') {
    failStep(transition, step, { code: 'template-too-large', message: triggerContext });
    return succeeded(null);
  }
  return succeeded(runToStart(transition, step, node, triggerContext));
}

/** Trigger context of the run; the reason if its template renders too much. */
function contextOf(
  { state, work }: Transition,
  step: StepState,
  node: CompiledSubflowNode,
): JsonObject | string {
  if (node.input === null) return state.triggerContext;
  try {
    const rendered: JsonValue = renderJson(node.input, renderingOf(templateScope(state, step), work));
    return isPlainObject(rendered) ? rendered : {};
  } catch (error) {
    if (error instanceof TemplateTooLarge || error instanceof TooCostly) return error.message;
    throw error;
  }
}

function runToStart(
  { compiled, state }: Transition,
  step: StepState,
  node: CompiledSubflowNode,
  triggerContext: JsonObject,
): RunToStart {
  const { executionId, parent } = state;
  const parties = partiesOfRun(state.parties, node, () => {
    const others = separatedFrom(compiled, node.nodeId);
    return state.steps.filter((it) => others.includes(it.nodeId)).flatMap(everDecided);
  });
  return {
    executionId: childIdOf(executionId, step.stepId),
    definitionId: node.definitionId,
    pin: node.pin ?? null,
    isNewest: node.version === 'newest',
    triggerContext,
    correlationId: state.correlationId,
    organizationId: state.organizationId,
    documentId: state.documentId,
    parent: { executionId, stepId: step.stepId, depth: (parent?.depth ?? 0) + 1 },
    parties,
  };
}

/** Parties of the run: those of its parent, and users who must not decide in it. */
function partiesOfRun(
  parties: Parties | undefined,
  { passSubject }: CompiledSubflowNode,
  separated: () => string[],
): Parties | null {
  const excluded = [...new Set([...(parties?.excludedIds ?? []), ...separated()])];
  if (parties === undefined && excluded.length === 0) return null;
  return {
    initiatorId: parties?.initiatorId ?? null,
    contributorIds: parties?.contributorIds ?? [],
    enforceSeparation: parties?.enforceSeparation ?? false,
    subject: passSubject ? (parties?.subject ?? null) : null,
    ...(excluded.length > 0 && { excludedIds: excluded }),
  };
}

export function runStarted(
  transition: Transition,
  { stepId, definitionId, definitionVersion }: CommandOf<'run-started'>,
): HandlerResult<null> {
  const found = subflowStep(transition, stepId);
  if (!found.ok) return found;
  noteStart(transition, found.step, { definitionId, definitionVersion });
  return succeeded(null);
}

function noteStart(
  transition: Transition,
  { stepId, nodeId, status }: StepState,
  run: { readonly definitionId: string; readonly definitionVersion: number },
): void {
  if (status !== 'pending') return;
  const childExecutionId = childIdOf(transition.state.executionId, stepId);
  transition.emit('step.run-started', stepId, { nodeId, childExecutionId, ...run });
}

/** Fails a step whose run was refused. */
export function runRefused(
  transition: Transition,
  { stepId, code, message }: CommandOf<'run-refused'>,
): HandlerResult<null> {
  const found = subflowStep(transition, stepId);
  if (!found.ok) return found;
  if (found.step.status !== 'pending')
    return refused('FAILED_PRECONDITION', `the run of step "${stepId}" has begun`);
  failStep(transition, found.step, { code, message });
  return succeeded(null);
}

/** Ends the step as its run ended. The start may not have been reported yet. */
export function runEnded(
  transition: Transition,
  { stepId, definitionId, definitionVersion, end }: CommandOf<'run-ended'>,
): HandlerResult<null> {
  const found = subflowStep(transition, stepId);
  if (!found.ok) return found;
  const { node } = found;
  const run = { definitionId, definitionVersion };
  noteStart(transition, found.step, run);
  const { deciders } = end;
  transition.emit('step.called-back', stepId, {
    fingerprint: end.status,
    ...(deciders.length > 0 && { deciders }),
  });
  const step = transition.step(stepId);
  const error = errorOf(node, end);
  if (error !== null) failStep(transition, step, error);
  else {
    const childExecutionId = childIdOf(transition.state.executionId, stepId);
    // A node without decisionFrom decides nothing, even if its run reports a decision.
    const taken = node.decisionFrom === null ? null : end.decision;
    const output = { ...end.output, childExecutionId, ...run, ...taken };
    const { decision = null } = taken ?? {};
    const decided = decision === null ? {} : ({ decision, aggregatorStatus: 'resolved' } as const);
    completeStep(transition, step, output, decided);
  }
  loseExcluded(transition);
  return succeeded(null);
}

/** Error of the step; null for a run that went well. */
function errorOf(
  { decisionFrom }: CompiledSubflowNode,
  end: RunEnd,
): { code: string; message: string } | null {
  if (end.status === 'failed')
    return {
      code: 'subflow-failed',
      message: `the run failed${end.message === null ? '' : `: ${end.message}`}`,
    };
  if (end.status === 'cancelled') return { code: 'subflow-cancelled', message: 'the run was cancelled' };
  if (end.output === null)
    return {
      code: 'subflow-failed',
      message: 'the output that the node names is larger than 256 KiB; name less of it',
    };
  if (decisionFrom === null || end.decision !== null) return null;
  const message = `the run ended without a decision of its node "${decisionFrom}", or with an approval in a run that is not approved`;
  return { code: 'subflow-undecided', message };
}
