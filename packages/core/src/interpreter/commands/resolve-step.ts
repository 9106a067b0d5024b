/** An administrator resolves a waiting step (contract section 10, `steps/resolve`). */
import type { CompiledNode } from '../../compile/compiled.js';
import type { JsonObject } from '../../definition/json.js';
import {
  type CommandOf,
  type Answers,
  type Reply,
  type ResolveAction,
  answered,
  noStep,
  refused,
} from '../command.js';
import { completeStep, failStep } from '../ending.js';
import { settledAgentOutput, withoutDecision } from '../kinds/agent-output.js';
import { humanOutput } from '../kinds/human-output.js';
import { outputOf } from '../kinds/output.js';
import { type ReviewDecision, type StepState, findStep } from '../state.js';
import type { Turn } from '../turn.js';
import { notWaiting, recordDecision } from './decision.js';

type ResolveCommand = CommandOf<'resolve-step'>;
type ResolveReply = Reply<Answers['resolve-step']>;

const ACTIONS: Readonly<
  Record<ResolveAction, (turn: Turn, step: StepState, it: ResolveCommand) => ResolveReply>
> = {
  'force-approve': (turn, step, it) => forceDecision(turn, step, it, 'approve'),
  'force-reject': (turn, step, it) => forceDecision(turn, step, it, 'reject'),
  'force-complete': (turn, step, it) => force(turn, step, it, null),
  'force-fail': forceFail,
  'reviewer-approve': (turn, step, it) => asReviewer(turn, step, it, 'approve'),
  'reviewer-reject': (turn, step, it) => asReviewer(turn, step, it, 'reject'),
};

export function resolveStep(turn: Turn, command: ResolveCommand): ResolveReply {
  const step = findStep(turn.state, command.stepId);
  if (step === null) return noStep(command.stepId);
  if (step.status !== 'waiting') return notWaiting(step);
  return ACTIONS[command.action](turn, step, command);
}

function forceDecision(
  turn: Turn,
  step: StepState,
  command: ResolveCommand,
  decision: ReviewDecision,
): ResolveReply {
  if (step.nodeType !== 'human') return onlyHuman(step, command.action);
  return force(turn, step, command, decision);
}

function force(
  turn: Turn,
  step: StepState,
  command: ResolveCommand,
  decision: ReviewDecision | null,
): ResolveReply {
  markOverridden(turn, command);
  const node = turn.node(step.nodeId);
  // What the engine itself says of the step wins over what the caller says; the rest passes through.
  const output = { ...withoutDecision(command.output), ...forcedOutput(turn, node, step, command, decision) };
  completeStep(turn, step, output, {
    decision,
    aggregatorStatus: 'resolved',
    ...(node.type === 'agent' && { agentId: node.agentId }),
  });
  return resolvedAs(turn, step);
}

function forcedOutput(
  turn: Turn,
  node: CompiledNode,
  step: StepState,
  command: ResolveCommand,
  decision: ReviewDecision | null,
): JsonObject {
  if (node.type !== 'human') return settledAgentOutput(step, null);
  const rejection = { rejectedBy: command.actorId, rejectorMandatory: true, rejectionReason: command.reason };
  return humanOutput(node, step, { decision, at: turn.now, ...(decision === 'reject' && { rejection }) });
}

function forceFail(turn: Turn, step: StepState, command: ResolveCommand): ResolveReply {
  markOverridden(turn, command);
  const output = { ...withoutDecision(command.output), ...outputOf(turn.compiled, step) };
  const message = command.reason ?? `failed by ${command.actorId}`;
  turn.emit('step.resumed', step.stepId, { output });
  failStep(turn, step, { code: 'force-failed', message });
  return resolvedAs(turn, step);
}

/** The actor decides as the reviewer they are; the step may stay waiting. */
function asReviewer(
  turn: Turn,
  step: StepState,
  command: ResolveCommand,
  decision: ReviewDecision,
): ResolveReply {
  if (step.nodeType !== 'human') return onlyHuman(step, command.action);
  const { stepId, actorId: reviewerId, reason } = command;
  const outcome = recordDecision(turn, { kind: 'record-decision', stepId, reviewerId, decision, reason });
  return outcome.ok ? resolvedAs(turn, step) : outcome;
}

function markOverridden(turn: Turn, { stepId, actorId, action, reason }: ResolveCommand): void {
  turn.emit('step.overridden', stepId, { actorId, action, reason });
}

function resolvedAs(turn: Turn, { stepId }: StepState): ResolveReply {
  const { status } = turn.step(stepId);
  return answered({ resolved: status !== 'waiting', status });
}

const onlyHuman = (step: StepState, action: ResolveAction) =>
  refused('FAILED_PRECONDITION', `step "${step.stepId}" is no human step; ${action} does not apply to it`);
