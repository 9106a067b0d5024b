/** Edges of an ended step that fire (contract section 4). */
import { itemAt } from '@org/approval-internal/lists';
import type { CompiledDefinition, CompiledEdge } from '../compile/compiled.js';
import { derived } from '../compile/derived.js';
import { endNodeId } from '../definition/canonical.js';
import { type Condition, type Scope, conditionOf, holds } from '../expression/evaluate.js';
import { isLookedAt } from '../expression/guard.js';
import { COMMAND_COSTS } from '../expression/work.js';
import { type Asking, takingLoop } from './loops.js';
import { scopeOf } from './scope.js';
import { type StepState, isOpen, isRejected } from './state.js';

/**
 * Returns the edges that fire, in the order written. The result never changes.
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
    const edge = itemAt(compiled.edges, index);
    work.spend(COMMAND_COSTS.edge);
    if (!isLookedAt(edge, status, decision)) continue;
    const when = derived(edge, conditionOfEdge);
    if (when === null || holds(when, (scope ??= scopeOf(asking, step)), work)) found.push(edge);
  }
  // Created on first use, as most commands end no step.
  (asking.firing ??= new Map()).set(step, found);
  return found;
}

/** Context to evaluate edges of ended steps. */
export interface AskingEdges extends Asking {
  /** Cache of firing edges by step, which several rules need. */
  firing: Map<StepState, readonly CompiledEdge[]> | null;
}

const conditionOfEdge = ({ when }: CompiledEdge): Condition | null =>
  when === null ? null : conditionOf(when);

const NONE: readonly number[] = [];

/** Indexes of a node's edges. */
const outgoing = ({ outgoing: of }: CompiledDefinition, nodeId: string): readonly number[] =>
  (Object.hasOwn(of, nodeId) ? of[nodeId] : undefined) ?? NONE;

/** Returns true for the edge of `onReject.end`, which a `cancelOnQuorum` group holds. */
export const isHeldEnd = ({ from, to }: CompiledEdge): boolean => to === endNodeId(from);

/** Targets in the order of the edges, without duplicates. */
export function targetsOf(edges: readonly CompiledEdge[]): readonly string[] {
  const targets = edges.map((it) => it.to);
  return targets.length < 2 ? targets : [...new Set(targets)];
}

/** Returns true if the step failed or was breached, and an edge handles that. */
export function isRecovered(asking: AskingEdges, step: StepState): boolean {
  return isFault(step) && firingEdges(asking, step).length > 0;
}

/** Returns true if no edge or loop handles the step's failure, breach or rejection. */
export function isUnhandled(asking: AskingEdges, step: StepState): boolean {
  if (!isFault(step) && !isRejected(step)) return false;
  return firingEdges(asking, step).length === 0 && takingLoop(asking, step) === null;
}

export const isFault = (step: StepState): boolean => step.status === 'failed' || step.status === 'breached';
