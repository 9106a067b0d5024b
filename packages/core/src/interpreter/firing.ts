/** Which edges of an ended step fire (contract section 4). */
import type { CompiledDefinition, CompiledEdge } from '../compile/compiled.js';
import { derived } from '../compile/derived.js';
import { type Condition, type Scope, conditionOf, holds } from '../expression/evaluate.js';
import { isLookedAt } from '../expression/guard.js';
import { COMMAND_COSTS } from '../expression/work.js';
import { type Asking, takingLoop } from './loops.js';
import { scopeOf } from './scope.js';
import { type StepState, isOpen, isRejected } from './state.js';

/**
 * The edges that fire, in the order in which they are written. They depend on nothing that still changes.
 * @throws TooCostly
 */
export function firingEdges(asking: AskingEdges, step: StepState): readonly CompiledEdge[] {
  const { compiled, work } = asking;
  const { status } = step;
  if (isOpen(status) || status === 'cancelled') return [];
  const known = asking.firing?.get(step);
  if (known !== undefined) return known;
  const decision = step.output?.['decision'];
  let scope: Scope | null = null;
  const found: CompiledEdge[] = [];
  for (const index of outgoing(compiled, step.nodeId)) {
    const edge = compiled.edges[index] as CompiledEdge;
    work.spend(COMMAND_COSTS.edge);
    if (!isLookedAt(edge, status, decision)) continue;
    const when = derived(edge, conditionOfEdge);
    if (when === null || holds(when, (scope ??= scopeOf(asking, step)), work)) found.push(edge);
  }
  // Made when it is needed: most commands end no step.
  (asking.firing ??= new Map()).set(step, found);
  return found;
}

/** A question about edges of ended steps. */
export interface AskingEdges extends Asking {
  /** Edges that fire, by step: several rules ask, and nothing that they depend on changes any more. */
  firing: Map<StepState, readonly CompiledEdge[]> | null;
}

const conditionOfEdge = ({ when }: CompiledEdge): Condition | null =>
  when === null ? null : conditionOf(when);

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
export function isRecovered(asking: AskingEdges, step: StepState): boolean {
  return isFault(step) && firingEdges(asking, step).length > 0;
}

/** Whether the step ended in a way that somebody must take up, and nobody does. */
export function isUnhandled(asking: AskingEdges, step: StepState): boolean {
  if (!isFault(step) && !isRejected(step)) return false;
  return firingEdges(asking, step).length === 0 && takingLoop(asking, step) === null;
}

export const isFault = (step: StepState): boolean => step.status === 'failed' || step.status === 'breached';
