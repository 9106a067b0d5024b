/**
 * Reports of calls that nodes make (contract section 2). A report on a step that moved on is
 * refused.
 */
import type { CompiledNode } from '../../compile/compiled.js';
import { kindOf } from '../../nodes/run.js';
import { type NodeCalls, markRunning } from '../../nodes/run-kind.js';
import type { Call } from '../calls.js';
import { type CommandOf, type HandlerResult, noStepOf, refused, succeeded } from '../command.js';
import { failStep } from '../ending.js';
import { type OpenStepStatus, type StepState, findStep } from '../state.js';
import type { Transition } from '../transition.js';

type Found =
  | {
      readonly ok: true;
      readonly step: StepState;
      readonly node: CompiledNode;
      readonly calls: NodeCalls<CompiledNode>;
    }
  | ReturnType<typeof refused>;

/** Finds a step that calls in one of the given statuses, or refuses the late report. */
function callingStep(
  transition: Transition,
  stepId: string,
  statuses: readonly OpenStepStatus[],
  attempt?: number,
): Found {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  const node = transition.node(step.nodeId);
  const { calls } = kindOf(node);
  if (calls === undefined) return refused('FAILED_PRECONDITION', `step "${stepId}" makes no calls`);
  if (!statuses.some((it) => it === step.status) || (attempt !== undefined && step.attempt !== attempt)) {
    return refused('FAILED_PRECONDITION', `step "${stepId}" is ${step.status} in attempt ${step.attempt}`, {
      stepStatus: step.status,
    });
  }
  return { ok: true, step, node, calls };
}

export function beginCall(
  transition: Transition,
  { stepId, attempt, callback }: CommandOf<'begin-call'>,
): HandlerResult<Call | null> {
  const found = callingStep(transition, stepId, ['pending', 'running'], attempt);
  if (!found.ok) return found;
  const { step, node, calls } = found;
  const isFirst = step.startedAt === null;
  markRunning(transition);
  transition.emit('step.started', stepId, { attempt });
  const begun = calls.begin(transition, transition.step(stepId), node, callback);
  if (begun === null) return succeeded(null);
  const maxRuntimeMs = calls.maxRuntimeMs(node);
  if (isFirst && maxRuntimeMs !== null) {
    const dueAt = transition.now + maxRuntimeMs;
    transition.schedule({ kind: 'call-timeout', stepId, dueAt, attempt: 1 });
  }
  return succeeded(begun);
}

export function callReturned(
  transition: Transition,
  { stepId, attempt, answer }: CommandOf<'call-returned'>,
): HandlerResult<null> {
  const found = callingStep(transition, stepId, ['running'], attempt);
  if (!found.ok) return found;
  found.calls.returned(transition, found.step, found.node, answer);
  return succeeded(null);
}

export function callFailed(
  transition: Transition,
  { stepId, attempt, kind: _, ...failure }: CommandOf<'call-failed'>,
): HandlerResult<null> {
  const found = callingStep(transition, stepId, ['running'], attempt);
  if (!found.ok) return found;
  found.calls.failed(transition, found.step, found.node, failure);
  return succeeded(null);
}

export function callTimedOut(
  transition: Transition,
  { stepId }: CommandOf<'call-timed-out'>,
): HandlerResult<null> {
  const found = callingStep(transition, stepId, ['running']);
  if (!found.ok) return found;
  const { step, node, calls } = found;
  const message = `the calls of node "${node.nodeId}" exceeded their limit of ${calls.maxRuntimeMs(node)} ms`;
  failStep(transition, step, { code: 'webhook-timeout', message });
  return succeeded(null);
}
