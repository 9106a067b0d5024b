/** What a change or a state takes, in bytes of JSON, roughly: to bound what goes together. */
import type { ExecutionState, StepState } from '../../interpreter/state.js';
import type { Change } from '../../ports/store/executions.js';
import { roughBytes } from '../scheduling/rough-size.js';

/** What an event, a step or a state takes beside what it says: ids, times, names of fields. */
const FRAME_BYTES = 512;

/** Bytes that a change has to say; stops soon behind `enough`. Frames are of one size, and not looked at. */
export function changeBytes({ expectedSeq, state, changedSteps, events }: Change, enough: number): number {
  let bytes = FRAME_BYTES * (1 + events.length);
  if (expectedSeq === 0) bytes += roughBytes(state.triggerContext, enough - bytes);
  for (const step of changedSteps) if (bytes < enough) bytes += stepBytes(step, enough - bytes);
  for (const { data } of events) if (bytes < enough) bytes += roughBytes(data, enough - bytes);
  return bytes;
}

/** Bytes of a committed state; each of its steps is measured once, as it never changes. */
export function stateBytes({ triggerContext, steps }: ExecutionState, enough: number): number {
  let bytes = FRAME_BYTES + roughBytes(triggerContext, enough);
  for (const step of steps) bytes += committedBytes(step, enough);
  return bytes;
}

const measured = new WeakMap<StepState, number>();

function committedBytes(step: StepState, enough: number): number {
  const known = measured.get(step);
  if (known !== undefined) return known;
  const bytes = stepBytes(step, enough);
  measured.set(step, bytes);
  return bytes;
}

function stepBytes(step: StepState, enough: number): number {
  const { input, output, decisions, resolutions, waitingForReviewers, people = null } = step;
  let bytes = FRAME_BYTES;
  for (const part of [input, output, decisions, resolutions, waitingForReviewers, people]) {
    if (bytes < enough) bytes += roughBytes(part, enough - bytes);
  }
  return bytes;
}
