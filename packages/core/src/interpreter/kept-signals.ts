/** Signals that an execution keeps for later steps. */
import { jsonBytes } from '../definition/bytes.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { ExecutionState, KeptSignal, StepState } from './state.js';
import type { Transition } from './transition.js';
import { wake } from './wake.js';

/** Completes a step with the oldest kept signal of its name. Returns false without one. */
export function takeKeptSignal(transition: Transition, step: StepState, name: string): boolean {
  const kept = keptIn(transition.state).find((it) => it.name === name);
  if (kept === undefined) return false;
  transition.emit('execution.signals-removed', null, { seqs: [kept.seq] });
  wake(transition, step, { reason: 'signal', payload: kept.payload });
  return true;
}

/** Returns the limit that one more kept signal would exceed, or null. */
export function keptLimit(state: ExecutionState, name: string, payload: JsonValue): string | null {
  const kept = keptIn(state);
  if (kept.filter((it) => it.name === name).length >= LIMITS.signalsOfName)
    return `an execution keeps ${LIMITS.signalsOfName} signals of a name`;
  if (kept.length >= LIMITS.signals) return `an execution keeps ${LIMITS.signals} signals`;
  if (jsonBytes(kept) + jsonBytes(payload) > LIMITS.signalBytes)
    return `the signals that an execution keeps may have ${LIMITS.signalBytes} bytes together`;
  return null;
}

/** Kept signals of an execution, the oldest first. */
export const keptIn = ({ signals }: ExecutionState): readonly KeptSignal[] => signals?.kept ?? NONE;

const NONE: readonly never[] = Object.freeze([]);
