/** Endings of a step. Each is one event; consequences follow at the end of the command. */
import type { JsonObject } from '../definition/json.js';
import { traitsOf } from '../nodes/schema.js';
import type { EventData } from './event.js';
import { type Cancellation, type StepError, type StepState, isOpen } from './state.js';
import type { Transition } from './transition.js';

type CompletedData = Omit<EventData['step.completed'], 'nodeId' | 'nodeType'>;

export function completeStep(
  transition: Transition,
  step: StepState,
  output: JsonObject,
  data: CompletedData,
): void {
  transition.emit('step.resumed', step.stepId, { output });
  const { nodeId, nodeType } = step;
  transition.emit('step.completed', step.stepId, {
    nodeId,
    nodeType,
    ...data,
    ...httpStatusOf(step, output),
  });
  transition.resolveLater(step.stepId);
}

/** Status of the response that a step got, for a kind whose events have it. */
function httpStatusOf({ nodeType }: StepState, output: JsonObject | null): { httpStatus?: number | null } {
  if (!traitsOf(nodeType).hasHttpStatus) return {};
  const status = output?.['httpStatus'];
  return { httpStatus: typeof status === 'number' ? status : null };
}

export function skipStep(transition: Transition, step: StepState, output: JsonObject): void {
  transition.emit('step.skipped', step.stepId, { output });
  transition.resolveLater(step.stepId);
}

export function failStep(transition: Transition, step: StepState, error: StepError): void {
  const { nodeId, attempt } = step;
  transition.emit('step.failed', step.stepId, { nodeId, error, attempt, ...httpStatusOf(step, step.output) });
  transition.resolveLater(step.stepId);
}

export function breachStep(transition: Transition, step: StepState): void {
  const dueAt = step.dueAt ?? transition.now;
  transition.emit('step.breached', step.stepId, {
    nodeId: step.nodeId,
    // The node's `slaMs` is not the actual time if questions paused the deadline.
    slaMs: transition.node(step.nodeId).slaMs ?? dueAt - step.createdAt,
    dueAt,
  });
  transition.resolveLater(step.stepId);
}

/** Cancels a step from outside. Its group has to react. */
export function cancelStep(transition: Transition, step: StepState, by: Cancellation): void {
  interruptStep(transition, step, by);
  transition.resolveLater(step.stepId);
}

/** Cancels a step as part of a larger change, which handles the consequences. */
export function interruptStep(
  transition: Transition,
  step: StepState,
  { actorId, reason }: Cancellation,
): void {
  transition.emit('step.cancelled', step.stepId, { nodeId: step.nodeId, actorId, reason });
}

export function interruptAllOpen(transition: Transition, by: Cancellation): void {
  for (const step of transition.state.steps.filter((it) => isOpen(it.status)))
    interruptStep(transition, step, by);
}
