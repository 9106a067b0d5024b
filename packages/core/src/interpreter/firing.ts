/** Edges of an ended step that fire (contract section 4). */
import { itemAt } from '@org/approval-internal/lists';
import type { CompiledDefinition, CompiledEdge } from '../compile/compiled.js';
import { derived } from '../compile/derived.js';
import { endNodeId } from '../definition/canonical.js';
import type { Scope } from '../expression/evaluate.js';
import { type EndStatus, type FoldedGuard, canFireOn, guardOf, isLookedAt } from '../expression/guard.js';
import { COMMAND_COSTS } from '../expression/work.js';
import { conditionHolds, conditionOfPart, strictConditionOf } from './condition.js';
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
  let otherwise: CompiledEdge | null = null;
  for (const index of outgoing(compiled, step.nodeId)) {
    const edge = itemAt(compiled.edges, index);
    work.spend(COMMAND_COSTS.edge);
    if (!mayFire(asking, edge, { status, decision })) continue;
    const when = derived(edge, compiled.strict === true ? strictConditionOf : conditionOfPart);
    if (edge.otherwise === true) otherwise = edge;
    else if (when === null) found.push(edge);
    else {
      scope ??= scopeOf(asking, step);
      if (conditionHolds(when, `the edge to "${edge.to}"`, { scope, step, work })) found.push(edge);
    }
  }
  if (found.length === 0 && otherwise !== null) found.push(otherwise);
  // Created on first use, as most commands end no step.
  (asking.firing ??= new Map()).set(step, found);
  return found;
}

/** Context to evaluate edges of ended steps. */
export interface AskingEdges extends Asking {
  /** Cache of firing edges by step, which several rules need. */
  firing: Map<StepState, readonly CompiledEdge[]> | null;
}

/**
 * A strict condition that cannot hold on this end is not evaluated, so that it cannot be a fault.
 */
function mayFire(
  { compiled, work }: AskingEdges,
  edge: CompiledEdge,
  end: { readonly status: EndStatus; readonly decision: unknown },
): boolean {
  if (compiled.strict !== true) return isLookedAt(edge, end.status, end.decision);
  return canFireOn(derived(edge, foldedGuardOf), { ...end, decision: end.decision ?? null }, work);
}

const foldedGuardOf = ({ when }: CompiledEdge): FoldedGuard => guardOf(when);

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

/**
 * Returns true if the step of a strict definition was approved or completed, and none of its edges
 * fired, though one can on such an end.
 */
export function isBranchMissing(asking: AskingEdges, step: StepState): boolean {
  const { compiled } = asking;
  if (compiled.strict !== true || step.status !== 'completed' || isRejected(step)) return false;
  if (firingEdges(asking, step).length > 0) return false;
  const end = { status: step.status, decision: step.output?.['decision'] };
  return outgoing(compiled, step.nodeId).some((it) =>
    mayFire(asking, compiled.edges[it] as CompiledEdge, end),
  );
}
