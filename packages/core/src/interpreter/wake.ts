/** The end of a wait. */
import type { JsonValue } from '../definition/json.js';
import { completeStep } from './ending.js';
import type { StepState } from './state.js';
import type { Transition } from './transition.js';

/** Cause of the end of a wait. */
interface Waking {
  readonly reason: 'time' | 'signal';
  /** Payload of the signal; null for any other end. */
  readonly payload: JsonValue;
}

export function wake(transition: Transition, step: StepState, { reason, payload }: Waking): void {
  completeStep(transition, step, { reason, wokeAt: transition.now, payload }, {});
}
