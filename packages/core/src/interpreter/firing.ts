/** Which edges of an ended step fire (contract section 4). */
import type { CompiledDefinition, CompiledEdge } from '../compile/compiled.js';
import { type Scope, holds } from '../expression/evaluate.js';
import { isLookedAt } from '../expression/guard.js';
import { takingLoop } from './loops.js';
import { scopeOf } from './scope.js';
import { type ExecutionState, type StepState, isOpen, isRejected } from './state.js';
import { WORK, workUnderWay } from './work.js';

/**
 * The edges that fire, in the order in which they are written. They depend on nothing that still changes.
 * @throws TooCostly
 */
export function firingEdges(
  compiled: CompiledDefinition,
  state: ExecutionState,
  step: StepState,
): readonly CompiledEdge[] {
  const { status } = step;
  if (isOpen(status) || status === 'cancelled') return [];
  const { fuel, firing } = workUnderWay();
  const known = firing.get(step);
  if (known !== undefined) return known;
  const decision = step.output?.['decision'];
  let scope: Scope | null = null;
  const found = outgoing(compiled, step.nodeId).filter((edge) => {
    fuel.spend(WORK.edge);
    if (!isLookedAt(edge, status, decision)) return false;
    if (edge.when === null) return true;
    scope ??= scopeOf(compiled, state, step);
    return holds(edge.when, scope, fuel);
  });
  firing.set(step, found);
  return found;
}

const NONE: readonly CompiledEdge[] = [];

function outgoing(compiled: CompiledDefinition, nodeId: string): readonly CompiledEdge[] {
  const indexes = Object.hasOwn(compiled.outgoing, nodeId) ? compiled.outgoing[nodeId] : undefined;
  return indexes === undefined ? NONE : indexes.map((index) => compiled.edges[index] as CompiledEdge);
}

/** Each target once, in the order of the edges. */
export const targetsOf = (edges: readonly CompiledEdge[]): string[] => [...new Set(edges.map((it) => it.to))];

/** Whether the step failed or was breached, and an edge took that up. */
export function isRecovered(compiled: CompiledDefinition, state: ExecutionState, step: StepState): boolean {
  return isFault(step) && firingEdges(compiled, state, step).length > 0;
}

/** Whether the step ended in a way that somebody must take up, and nobody does. */
export function isUnhandled(compiled: CompiledDefinition, state: ExecutionState, step: StepState): boolean {
  if (!isFault(step) && !isRejected(step)) return false;
  return firingEdges(compiled, state, step).length === 0 && takingLoop(compiled, state, step) === null;
}

export const isFault = (step: StepState): boolean => step.status === 'failed' || step.status === 'breached';
