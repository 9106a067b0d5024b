/** The loops of a definition, read from its view. */
import { isJsonArray } from '../../../definition/json.js';
import type { CompiledView } from './views.js';

/** A loop of a definition, as its executions go through it. */
export interface LoopOfDefinition {
  /** Its loopId. */
  readonly loopId: string;
  /** Ids of the nodes in each iteration. */
  readonly bodyNodeIds: readonly string[];
  /** Id of the node that starts once the loop is exhausted; null: the execution fails. */
  readonly exhaustedNodeId: string | null;
}

/** Returns every loop of a definition. */
export const loopsOf = ({ loops }: Pick<CompiledView, 'loops'>): LoopOfDefinition[] =>
  loops.flatMap(({ loopId, bodyNodeIds, exhaustedNodeId }) =>
    typeof loopId === 'string' && isJsonArray(bodyNodeIds)
      ? [
          {
            loopId,
            bodyNodeIds: bodyNodeIds.filter((it) => typeof it === 'string'),
            exhaustedNodeId: typeof exhaustedNodeId === 'string' ? exhaustedNodeId : null,
          },
        ]
      : [],
  );

/** Returns the loop around a node; null: none. */
export const loopAround = (compiled: Pick<CompiledView, 'loops'>, nodeId: string): LoopOfDefinition | null =>
  loopsOf(compiled).find((it) => it.bodyNodeIds.includes(nodeId)) ?? null;
