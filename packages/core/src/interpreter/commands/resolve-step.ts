/** An administrator resolves a waiting step (contract section 10, `steps/resolve`). */
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  type ResolveAction,
  succeeded,
  noStepOf,
  refused,
} from '../command.js';
import { completeStep, failStep } from '../ending.js';
import { withoutDecision } from '../../nodes/agent/run-output.js';
import { kindOf } from '../../nodes/run.js';
import { outputOf } from '../../nodes/run-output.js';
import { type ReviewDecision, type StepState, findStep } from '../state.js';
import { settle } from '../resolve-endings.js';
import type { Transition } from '../transition.js';
import { recordDecision } from './decision.js';
import { notWaiting } from './find-step.js';
import { traitsOf } from '../../nodes/schema.js';

type ResolveCommand = CommandOf<'resolve-step'>;
type ResolveResult = HandlerResult<CommandResults['resolve-step']>;

const ACTIONS: Readonly<
  Record<ResolveAction, (transition: Transition, step: StepState, it: ResolveCommand) => ResolveResult>
> = {
  'force-approve': (transition, step, it) => forceDecision(transition, step, it, 'approve'),
  'force-reject': (transition, step, it) => forceDecision(transition, step, it, 'reject'),
  'force-complete': (transition, step, it) => force(transition, step, it, null),
  'force-fail': forceFail,
  'reviewer-approve': (transition, step, it) => asReviewer(transition, step, it, 'approve'),
  'reviewer-reject': (transition, step, it) => asReviewer(transition, step, it, 'reject'),
};

export function resolveStep(transition: Transition, command: ResolveCommand): ResolveResult {
  const step = findStep(transition.state, command.stepId);
  if (step === null) return noStepOf(transition.state, { stepId: command.stepId });
  if (step.status !== 'waiting') return notWaiting(step);
  return ACTIONS[command.action](transition, step, command);
}

function forceDecision(
  transition: Transition,
  step: StepState,
  command: ResolveCommand,
  decision: ReviewDecision,
): ResolveResult {
  if (!isDecidedByPeople(step)) return onlyPeople(step, command.action);
  return force(transition, step, command, decision);
}

function force(
  transition: Transition,
  step: StepState,
  command: ResolveCommand,
  decision: ReviewDecision | null,
): ResolveResult {
  markOverridden(transition, command);
  const node = transition.node(step.nodeId);
  const { actorId, reason } = command;
  const ending = { decision, actorId, reason, at: transition.now };
  // The engine's output wins over the caller's. Other fields pass through.
  const output = {
    ...withoutDecision(command.output),
    ...kindOf(node).forcedOutput(node, step, ending),
  };
  completeStep(transition, step, output, {
    decision,
    aggregatorStatus: 'resolved',
    ...kindOf(node).completedData(node),
  });
  return resolvedAs(transition, step);
}

function forceFail(transition: Transition, step: StepState, command: ResolveCommand): ResolveResult {
  markOverridden(transition, command);
  const output = { ...withoutDecision(command.output), ...outputOf(transition.compiled, step) };
  const message = command.reason ?? `failed by ${command.actorId}`;
  transition.emit('step.resumed', step.stepId, { output });
  failStep(transition, step, { code: 'force-failed', message });
  return resolvedAs(transition, step);
}

/** The actor decides as a reviewer. The step may remain waiting. */
function asReviewer(
  transition: Transition,
  step: StepState,
  command: ResolveCommand,
  decision: ReviewDecision,
): ResolveResult {
  if (!isDecidedByPeople(step)) return onlyPeople(step, command.action);
  const { stepId, actorId: reviewerId, reason, reasonCode = null, values = null, via = null } = command;
  const { output, subjectDigest = null, round = null } = command;
  const outcome = recordDecision(transition, {
    kind: 'record-decision',
    stepId,
    reviewerId,
    decision,
    reason,
    reasonCode,
    values,
    subjectDigest,
    round,
    output,
    via,
  });
  if (!outcome.ok) return outcome;
  // A decision can take places elsewhere, and the consequences can cancel this step.
  settle(transition);
  return resolvedAs(transition, step);
}

function markOverridden(
  transition: Transition,
  { stepId, actorId, action, reason, via = null }: ResolveCommand,
): void {
  transition.emit('step.overridden', stepId, { actorId, action, reason, via });
}

function resolvedAs(transition: Transition, { stepId }: StepState): ResolveResult {
  const { status } = transition.step(stepId);
  return succeeded({ resolved: status !== 'waiting', status });
}

const isDecidedByPeople = (step: StepState): boolean => traitsOf(step.nodeType).decidedByPeople;

const onlyPeople = (step: StepState, action: ResolveAction) =>
  refused('FAILED_PRECONDITION', `step "${step.stepId}" is not a human step; ${action} does not apply to it`);
