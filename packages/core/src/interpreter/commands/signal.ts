/** Signals and ends of waits. */
import { isPlainObject, type JsonValue } from '../../definition/json.js';
import { withoutDecision } from '../../nodes/agent/run-output.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  noStepOf,
  refused,
  refusedWith,
  succeeded,
} from '../command.js';
import { keptLimit } from '../kept-signals.js';
import { awaitedBy } from '../signals.js';
import { findStep, isTerminal } from '../state.js';
import type { Transition } from '../transition.js';
import { wake } from '../wake.js';

/** Completes every open step that waits for the signal. Without one the signal is kept. */
export function signal(
  transition: Transition,
  { name, payload: given, key }: CommandOf<'signal'>,
): HandlerResult<CommandResults['signal']> {
  const { state } = transition;
  const known = key === null ? undefined : state.signals?.keys.find((it) => it.key === key.key);
  if (known !== undefined) {
    if (known.digest === key?.digest) return succeeded({ received: false, stepIds: [] });
    return refusedWith('key-reused', 'this idempotencyKey was used for another signal; use a new key');
  }
  if (isTerminal(state.status)) {
    return refused('FAILED_PRECONDITION', `the execution has already ended: ${state.status}`, {
      executionStatus: state.status,
    });
  }
  const payload = withoutDecisionIn(given);
  const waiting = state.steps.filter(
    (step) => step.status === 'running' && awaitedBy(transition, step.nodeId) === name,
  );
  if (waiting.length === 0) {
    const limit = keptLimit(state, name, payload);
    if (limit !== null) {
      return refused('RESOURCE_EXHAUSTED', `${limit}; send the signal when a step waits for it`);
    }
  }
  const stepIds = waiting.map((it) => it.stepId);
  transition.emit('execution.signalled', null, { name, payload, key, stepIds });
  for (const step of waiting) wake(transition, step, { reason: 'signal', payload });
  return succeeded({ received: true, stepIds });
}

/** Decisions come only from people and policies. */
const withoutDecisionIn = (payload: JsonValue): JsonValue =>
  isPlainObject(payload) ? withoutDecision(payload) : payload;

/** Completes a step whose time has come, unless it has ended. */
export function waitOver(transition: Transition, { stepId }: CommandOf<'wait-over'>): HandlerResult<null> {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  if (step.status !== 'running' || step.wakeAt === undefined) {
    return refused('FAILED_PRECONDITION', `step "${stepId}" is ${step.status}; it does not wait any more`);
  }
  transition.reach(step.wakeAt);
  wake(transition, step, { reason: 'time', payload: null });
  return succeeded(null);
}
