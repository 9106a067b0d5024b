/** How much a run holds (contract section 1): what its steps took in and gave out. */
import { jsonBytes } from '../definition/json-size.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { type ExecutionState, type FailureReason, type StepState, isOpen } from './state.js';

/** Bytes of everything that a step holds. */
const stepBytes = (step: StepState): number =>
  jsonBytes(step.input) + jsonBytes(step.output) + resolutionBytes(step);

/** Bytes of the resolutions of a step. */
export const resolutionBytes = ({ resolutions }: StepState): number =>
  jsonBytes(resolutions as unknown as JsonValue);

/** In a run of more steps than this an ended step, which never changes, is measured once, not with every command. */
const FEW_STEPS = 16;
const measured = new WeakMap<StepState, number>();

function measuredBytes(step: StepState): number {
  if (isOpen(step.status)) return stepBytes(step);
  const known = measured.get(step);
  if (known !== undefined) return known;
  const bytes = stepBytes(step);
  measured.set(step, bytes);
  return bytes;
}

/** Bytes of everything that the run holds. */
export function runBytes({ triggerContext, steps }: ExecutionState): number {
  const bytesOf = steps.length > FEW_STEPS ? measuredBytes : stepBytes;
  let bytes = jsonBytes(triggerContext);
  for (const step of steps) bytes += bytesOf(step);
  return bytes;
}

/** Why nothing more fits into the run. */
export const tooLarge = (stepId: string | null): FailureReason => ({
  code: 'execution-too-large',
  message: `the inputs, outputs and resolutions of the steps are larger than ${LIMITS.executionBytes} bytes together`,
  stepId,
});
