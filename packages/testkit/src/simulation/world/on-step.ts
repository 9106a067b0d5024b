/** Calls on a step, and the state at the end. */
import type { EngineEvent, ExecutionState } from '@org/approval-core/interpreter';

interface OnStepBase {
  readonly executionId: string;
  readonly stepId: string;
}

/** A call on a step. */
export type OnStep<K extends string, T> = { readonly kind: K } & OnStepBase & T;

/** An execution as it is stored at the end. */
export interface EndState {
  readonly state: ExecutionState;
  readonly events: readonly EngineEvent[];
}
