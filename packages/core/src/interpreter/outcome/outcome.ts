/** The outcome of a completed execution (docs/reference/contract.md, section 19). */
import type { CompiledDefinition } from '../../compile/compiled.js';
import { groupOfNode } from '../groups.js';
import type { ExecutionState, StepState } from '../state.js';
import { type StepReading, readSteps } from './read-steps.js';
import { type GroupStanding, standingsOf } from './standings.js';

/** Outcomes with a meaning for the engine. Any other word is the author's. */
export const APPROVED = 'approved';
export const REJECTED = 'rejected';

/**
 * Returns the outcome of an execution whose steps have all ended; null if nothing decided it, or if
 * it is approved apart from an answer that is missing. A pure function of the final state.
 */
export function outcomeOfRun(compiled: CompiledDefinition, state: ExecutionState): string | null {
  const reading = readSteps(compiled, state);
  const standings = standingsOf(compiled, state);
  const counted = state.steps.filter((step) => {
    const group = groupOfNode(compiled, step.nodeId);
    return group === null || standings.get(group.groupId) !== 'met';
  });
  const other = firstOther(counted, reading);
  if (other !== null) return other;
  const isOpen =
    counted.some((it) => reading.openStepIds.has(it.stepId)) || hasGroup(standings, reading, 'open');
  if (isOpen) return null;
  const isApproved =
    counted.some((it) => reading.results.get(it.stepId) === APPROVED) || hasGroup(standings, reading, 'met');
  return isApproved ? APPROVED : null;
}

/** First result to end that is not an approval. */
function firstOther(steps: readonly StepState[], { results }: StepReading): string | null {
  let first: { readonly outcome: string; readonly at: number } | null = null;
  for (const { stepId, completedAt } of steps) {
    const outcome = results.get(stepId);
    if (outcome === undefined || outcome === APPROVED) continue;
    const at = completedAt ?? 0;
    if (first === null || at < first.at) first = { outcome, at };
  }
  return first?.outcome ?? null;
}

const hasGroup = (
  standings: ReadonlyMap<string, GroupStanding>,
  { settledGroupIds }: StepReading,
  wanted: GroupStanding,
): boolean =>
  [...standings].some(([groupId, standing]) => standing === wanted && !settledGroupIds.has(groupId));
