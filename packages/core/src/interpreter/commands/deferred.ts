/** Results that arrive by a callback (contract section 13). */
import { kindOf } from '../../nodes/run.js';
import { type CommandOf, type HandlerResult, noStepOf, refused, succeeded } from '../command.js';
import { findStep } from '../state.js';
import type { Transition } from '../transition.js';

/**
 * Takes a callback, even if the call has not returned yet. A repeat with the same result succeeds.
 */
export function completeDeferred(
  transition: Transition,
  { stepId, status, output, error, fingerprint }: CommandOf<'complete-deferred'>,
): HandlerResult<null> {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  if (step.callback === fingerprint) return succeeded(null);
  const node = transition.node(step.nodeId);
  const refusal = refused(
    'FAILED_PRECONDITION',
    `step "${stepId}" of a ${node.type} node is ${step.status} and expects no callback`,
    { stepStatus: step.status },
  );
  const kind = kindOf(node);
  if (kind.calledBack === undefined || step.status !== 'running') return refusal;
  const taken = kind.calledBack(transition, step, node, { status, output, error, fingerprint });
  return taken === 'unexpected' ? refusal : taken;
}
