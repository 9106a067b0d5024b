/** Ends a step whose work is outside of the interpreter, for administrators. */
import { withoutDecision } from '../../nodes/agent/run-output.js';
import { outputOf } from '../../nodes/run-output.js';
import { kindOf } from '../../nodes/run.js';
import { traitsOf } from '../../nodes/schema.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  noStepOf,
  refused,
  succeeded,
} from '../command.js';
import { completeStep, failStep } from '../ending.js';
import { type OpenStepStatus, findStep } from '../state.js';
import type { Transition } from '../transition.js';

/** Completes or fails a step that waits for a call, a time, a signal or a run. */
export function finishStep(
  transition: Transition,
  { stepId, action, actorId, output, reason, via = null }: CommandOf<'finish-step'>,
): HandlerResult<CommandResults['finish-step']> {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  const statuses: readonly OpenStepStatus[] = traitsOf(step.nodeType).finishedIn;
  if (!statuses.some((it) => it === step.status)) {
    const message = `step "${stepId}" is a ${step.status} ${step.nodeType} step; finish ends open steps that wait for a call, a time, a signal or a run`;
    return refused('FAILED_PRECONDITION', message, { stepStatus: step.status });
  }
  const node = transition.node(step.nodeId);
  const kind = kindOf(node);
  transition.emit('step.overridden', stepId, { actorId, action, reason, via });
  if (action === 'fail') {
    const soFar = { ...withoutDecision(output), ...outputOf(transition.compiled, step) };
    transition.emit('step.resumed', stepId, { output: soFar });
    failStep(transition, step, { code: 'force-failed', message: reason ?? `failed by ${actorId}` });
  } else {
    // A completion by force is not a decision.
    const ending = { decision: null, actorId, reason, at: transition.now };
    const forced = { ...withoutDecision(output), ...kind.forcedOutput(node, step, ending) };
    const decision = kind.decides(node) ? { decision: null } : {};
    completeStep(transition, step, forced, { ...decision, ...kind.completedData(node) });
  }
  return succeeded({ resolved: true, status: transition.step(stepId).status });
}
