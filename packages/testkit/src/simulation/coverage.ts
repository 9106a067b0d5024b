/** Nodes and edges of a definition that simulated executions reached, from step ids. */
import { type JsonObject, compileDefinition } from '@org/approval-core';
import { type EdgeOutcome, canFire, guardOf } from '@org/approval-core/internal';
import type { ExecutionState, StepState } from '@org/approval-core/interpreter';

/**
 * Nodes and edges of a definition. Edges are written as `legal → publish`, and those that a group
 * takes by its own result as `group board → publish`.
 */
export interface Reached {
  /** Ids of nodes. */
  readonly nodes: readonly string[];
  /** Edges. Several edges between the same two nodes count as one. */
  readonly edges: readonly string[];
}

const TO = '__to__';
const edgeOf = (from: string, to: string): string => `${from} → ${to}`;
const groupOf = (groupId: string): string => `group ${groupId}`;

/** Guards of the edges between two nodes. */
type Guards = ReadonlyMap<string, readonly Guard[]>;
type Guard = ReturnType<typeof guardOf>;

/** Collects what executions of one definition reached. */
export class Coverage {
  private readonly nodes: ReadonlySet<string>;
  private readonly edges: Guards;
  private readonly members: ReadonlyMap<string, readonly string[]>;
  private readonly ranNodes = new Set<string>();
  private readonly ranEdges = new Set<string>();

  /** @throws Error if the definition is not valid. */
  constructor(definition: JsonObject) {
    const checked = compileDefinition(definition);
    if (!checked.ok) throw new Error(checked.issues.map((it) => `${it.path}: ${it.message}`).join('; '));
    const { nodes, edges, groups } = checked.compiled;
    this.nodes = new Set(Object.keys(nodes));
    const guards = new Map<string, Guard[]>();
    for (const { from, to, when } of edges)
      guards.set(edgeOf(from, to), [...(guards.get(edgeOf(from, to)) ?? []), guardOf(when)]);
    for (const { groupId, leads } of groups)
      for (const to of [...(leads?.approve ?? []), ...(leads?.reject ?? [])])
        guards.set(edgeOf(groupOf(groupId), to), []);
    this.edges = guards;
    this.members = new Map(groups.map((it) => [it.groupId, it.memberNodeIds]));
  }

  add({ steps }: ExecutionState): void {
    const byId = new Map(steps.map((it) => [it.stepId, it]));
    const latest = new Map<string, StepState>();
    for (const step of steps) {
      this.ranNodes.add(step.nodeId);
      for (const from of this.originsOf(step, { byId, latest })) this.ranEdges.add(edgeOf(from, step.nodeId));
      latest.set(step.nodeId, step);
    }
  }

  /** Returns the nodes and edges that no execution reached. */
  neverRan(): Reached {
    return {
      nodes: [...this.nodes].filter((it) => !this.ranNodes.has(it)),
      edges: [...this.edges.keys()].filter((it) => !this.ranEdges.has(it)),
    };
  }

  /**
   * Nodes, or the group, whose edges started the step; none for a root or a loop's next iteration.
   */
  private originsOf({ stepId, nodeId, input }: StepState, { byId, latest }: Before): readonly string[] {
    const before = stepId.slice(0, Math.max(0, stepId.lastIndexOf(TO)));
    // Ids that were too long are hashed; the input then names the origin.
    const { fromStepId } = input;
    const parent = byId.get(before) ?? (typeof fromStepId === 'string' ? byId.get(fromStepId) : undefined);
    if (parent !== undefined) return [parent.nodeId];
    const group = /^group_(.+?)(?:_iter_\d+)?$/.exec(before)?.[1] ?? '';
    if (this.edges.has(edgeOf(groupOf(group), nodeId))) return [groupOf(group)];
    const members = this.members.get(group) ?? [];
    return members.filter((it) => {
      const outcome = outcomeOf(latest.get(it));
      const guards = this.edges.get(edgeOf(it, nodeId)) ?? [];
      return outcome !== null && guards.some((guard) => canFire(guard, outcome));
    });
  }
}

/** Steps that were created before one. */
interface Before {
  readonly byId: ReadonlyMap<string, StepState>;
  /** The latest step of each node. */
  readonly latest: ReadonlyMap<string, StepState>;
}

/** Outcome that edges distinguish; null before the end of a step, and after its cancellation. */
function outcomeOf(step: StepState | undefined): EdgeOutcome | null {
  if (step?.status === 'failed' || step?.status === 'breached' || step?.status === 'skipped')
    return step.status;
  if (step?.status !== 'completed') return null;
  const decision = step.output?.['decision'];
  return decision === 'approve' ? 'approved' : decision === 'reject' ? 'rejected' : 'undecided';
}
