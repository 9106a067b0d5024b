/** Signals to an execution: those that wait steps take, and those that are kept for later steps. */
import { jsonBytes } from '../definition/bytes.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { kindOf } from '../nodes/run.js';
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

/**
 * Drops the signals that nodes in the body of a restarted loop wait for: they were meant for the
 * iteration that is over.
 */
export function dropSignalsOf(transition: Transition, loopId: string): void {
  const kept = keptIn(transition.state);
  if (kept.length === 0) return;
  const body = transition.compiled.loops.find((it) => it.loopId === loopId)?.bodyNodeIds ?? [];
  const names = new Set(body.map((nodeId) => awaitedBy(transition, nodeId)));
  const seqs = kept.filter((it) => names.has(it.name)).map((it) => it.seq);
  if (seqs.length > 0) transition.emit('execution.signals-removed', null, { seqs });
}

/** Name of the signal that a node waits for; null for any other node. */
export function awaitedBy(transition: Pick<Transition, 'node'>, nodeId: string): string | null {
  const node = transition.node(nodeId);
  return kindOf(node).signalOf?.(node) ?? null;
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

const keptIn = ({ signals }: ExecutionState): readonly KeptSignal[] => signals?.kept ?? NONE;

const NONE: readonly never[] = Object.freeze([]);
