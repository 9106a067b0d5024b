/** How much a run holds (contract section 1): what its steps took in and gave out. */
import { jsonBytes } from '../definition/json-size.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { ExecutionState, FailureReason, StepState } from './state.js';

/** Bytes of everything that a step holds. */
const stepBytes = (step: StepState): number =>
  jsonBytes(step.input) + jsonBytes(step.output) + resolutionBytes(step);

/** Bytes of the resolutions of a step. */
export const resolutionBytes = ({ resolutions }: StepState): number =>
  jsonBytes(resolutions as unknown as JsonValue);

export function runBytes(state: ExecutionState): number {
  let bytes = jsonBytes(state.triggerContext);
  for (const step of state.steps) bytes += stepBytes(step);
  return bytes;
}

/** Why nothing more fits into the run. */
export const tooLarge = (stepId: string | null): FailureReason => ({
  code: 'execution-too-large',
  message: `the inputs, outputs and resolutions of the steps are larger than ${LIMITS.executionBytes} bytes together`,
  stepId,
});
