/** Estimated JSON bytes of a change and a state, to bound batches. */
import { estimatedBytes } from '../../definition/bytes.js';
import type { ExecutionState, StepState } from '../../interpreter/state.js';
import type { Change } from '../../ports/store/executions.js';

/** Bytes of an event, step or state beside its content: ids, times, field names. */
const FRAME_BYTES = 512;

/** Estimated size of a change; stops counting above `enough`. Frames count at a fixed size. */
export function changeBytes({ expectedSeq, state, changedSteps, events }: Change, enough: number): number {
  let bytes = FRAME_BYTES * (1 + events.length);
  if (expectedSeq === 0) bytes += estimatedBytes(state.triggerContext, enough - bytes);
  for (const step of changedSteps) if (bytes < enough) bytes += estimatedStepBytes(step, enough - bytes);
  for (const { data } of events) if (bytes < enough) bytes += estimatedBytes(data, enough - bytes);
  return bytes;
}

/** Bytes of committed states. Each of their steps is measured once, as it never changes. */
export class StateSizes {
  private readonly measured = new WeakMap<StepState, number>();

  of({ triggerContext, steps }: ExecutionState, enough: number): number {
    let bytes = FRAME_BYTES + estimatedBytes(triggerContext, enough);
    for (const step of steps) bytes += this.ofStep(step, enough);
    return bytes;
  }

  private ofStep(step: StepState, enough: number): number {
    const known = this.measured.get(step);
    if (known !== undefined) return known;
    const bytes = estimatedStepBytes(step, enough);
    this.measured.set(step, bytes);
    return bytes;
  }
}

function estimatedStepBytes(step: StepState, enough: number): number {
  const { input, output, decisions, resolutions, waitingForReviewers, people = null } = step;
  let bytes = FRAME_BYTES;
  for (const part of [input, output, decisions, resolutions, waitingForReviewers, people]) {
    if (bytes < enough) bytes += estimatedBytes(part, enough - bytes);
  }
  return bytes;
}
