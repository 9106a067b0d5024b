/** Signals that nodes wait for. */
import { kindOf } from '../nodes/run.js';
import { keptIn } from './kept-signals.js';
import type { Transition } from './transition.js';

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
