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
  const work = workUnderWay();
  const { fuel } = work;
  const known = work.firing?.get(step);
  if (known !== undefined) return known;
  const decision = step.output?.['decision'];
  let scope: Scope | null = null;
  const found: CompiledEdge[] = [];
  for (const index of outgoing(compiled, step.nodeId)) {
    const edge = compiled.edges[index] as CompiledEdge;
    fuel.spend(WORK.edge);
    if (!isLookedAt(edge, status, decision)) continue;
    if (edge.when === null || holds(edge.when, (scope ??= scopeOf(compiled, state, step)), fuel))
      found.push(edge);
  }
  // Made when it is needed: most commands end no step.
  (work.firing ??= new Map()).set(step, found);
  return found;
}

const NONE: readonly number[] = [];

/** The edges of a node, by index. */
const outgoing = ({ outgoing: of }: CompiledDefinition, nodeId: string): readonly number[] =>
  (Object.hasOwn(of, nodeId) ? of[nodeId] : undefined) ?? NONE;

/** Each target once, in the order of the edges. */
export function targetsOf(edges: readonly CompiledEdge[]): readonly string[] {
  const targets = edges.map((it) => it.to);
  return targets.length < 2 ? targets : [...new Set(targets)];
}

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
