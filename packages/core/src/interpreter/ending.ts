/** The ways in which a step ends. Each is one event, and the consequences follow once the command is through. */
import type { JsonObject } from '../definition/json.js';
import type { Cancellation, EventData } from './event.js';
import { type StepError, type StepState, isOpen } from './state.js';
import type { Turn } from './turn.js';

type CompletedData = Omit<EventData['step.completed'], 'nodeId' | 'nodeType'>;

export function completeStep(turn: Turn, step: StepState, output: JsonObject, data: CompletedData): void {
  turn.emit('step.resumed', step.stepId, { output });
  turn.emit('step.completed', step.stepId, { nodeId: step.nodeId, nodeType: step.nodeType, ...data });
  turn.settleLater(step.stepId);
}

export function skipStep(turn: Turn, step: StepState, output: JsonObject): void {
  turn.emit('step.skipped', step.stepId, { output });
  turn.settleLater(step.stepId);
}

export function failStep(turn: Turn, step: StepState, error: StepError): void {
  turn.emit('step.failed', step.stepId, { nodeId: step.nodeId, error, attempt: step.attempt });
  turn.settleLater(step.stepId);
}

export function breachStep(turn: Turn, step: StepState): void {
  const dueAt = step.dueAt ?? turn.now;
  turn.emit('step.breached', step.stepId, { nodeId: step.nodeId, slaMs: dueAt - step.createdAt, dueAt });
  turn.settleLater(step.stepId);
}

/** Cancelled by somebody from outside: groups have to look at it. */
export function cancelStep(turn: Turn, step: StepState, by: Cancellation): void {
  interruptStep(turn, step, by);
  turn.settleLater(step.stepId);
}

/** Cancelled as a part of something larger, which knows what follows. */
export function interruptStep(turn: Turn, step: StepState, { actorId, reason }: Cancellation): void {
  turn.emit('step.cancelled', step.stepId, { nodeId: step.nodeId, actorId, reason });
}

export function interruptAllOpen(turn: Turn, by: Cancellation): void {
  for (const step of turn.state.steps.filter((it) => isOpen(it.status))) interruptStep(turn, step, by);
}
