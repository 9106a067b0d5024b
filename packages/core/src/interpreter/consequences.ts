/**
 * What follows from the end of a step: found first, from the state alone, then done in the contracted order:
 * quorum, cancellations, loop, new steps, the execution (contract section 11).
 */
import { interruptStep } from './ending.js';
import type { Cancellation, EventData } from './event.js';
import { failExecution } from './finish.js';
import { type Start, startStep } from './start.js';
import type { FailureReason } from './state.js';
import type { Turn } from './turn.js';

export interface Consequences {
  quorumMet: EventData['group.quorum-met'] | null;
  quorumUnreachable: EventData['group.quorum-unreachable'][];
  /** By stepId. */
  readonly cancel: Map<string, Cancellation>;
  restart: EventData['loop.iteration-started'] | null;
  exhausted: EventData['loop.exhausted'] | null;
  readonly start: Start[];
  failure: FailureReason | null;
}

export const nothing = (): Consequences => ({
  quorumMet: null,
  quorumUnreachable: [],
  cancel: new Map(),
  restart: null,
  exhausted: null,
  start: [],
  failure: null,
});

export function carryOut(turn: Turn, found: Consequences): void {
  if (found.quorumMet !== null) turn.emit('group.quorum-met', null, found.quorumMet);
  for (const data of found.quorumUnreachable) turn.emit('group.quorum-unreachable', null, data);
  for (const step of turn.state.steps.slice()) {
    const by = found.cancel.get(step.stepId);
    if (by !== undefined) interruptStep(turn, step, by);
  }
  if (found.restart !== null) turn.emit('loop.iteration-started', null, found.restart);
  if (found.exhausted !== null) turn.emit('loop.exhausted', null, found.exhausted);
  if (found.failure !== null) {
    failExecution(turn, found.failure);
    return;
  }
  for (const start of found.start) startStep(turn, start);
}
