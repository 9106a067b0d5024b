/** The output of a notification step: numbers, but no address. */
import type { JsonObject } from '../../definition/json.js';
import type { StepState } from '../../interpreter/state.js';

/** Fields of the output that the last attempt gives. */
interface Sent {
  readonly recipients: number;
  readonly refused: number;
  readonly reference: string | null;
  readonly delivered: boolean;
}

export const messageOutput = (
  { attempt }: StepState,
  channel: string,
  { recipients, refused, reference, delivered }: Sent,
): JsonObject => ({ channel, recipients, refused, reference, delivered, attempts: attempt });
