/** A directed graph of nodes. */

export interface Arc {
  readonly from: string;
  readonly to: string;
}

export class Graph {
  readonly nodeIds: readonly string[];
  private readonly next = new Map<string, Set<string>>();
  private readonly targets = new Set<string>();
  /** Nodes reachable from each node, cached. */
  private readonly reached = new Map<string, ReadonlySet<string>>();

  /** Skips arcs from or to a missing node. Another rule reports them. */
  constructor(nodeIds: Iterable<string>, arcs: Iterable<Arc>) {
    this.nodeIds = [...new Set(nodeIds)];
    for (const nodeId of this.nodeIds) this.next.set(nodeId, new Set());
    for (const { from, to } of arcs) {
      const known = this.next.get(from);
      if (known === undefined || !this.next.has(to)) continue;
      known.add(to);
      this.targets.add(to);
    }
  }

  successors(nodeId: string): ReadonlySet<string> {
    return this.next.get(nodeId) ?? new Set();
  }

  /** Nodes without an incoming arc. */
  roots(): string[] {
    return this.nodeIds.filter((nodeId) => !this.targets.has(nodeId));
  }

  /** Every reachable node, the starts included. */
  reachableFrom(starts: Iterable<string>): Set<string> {
    const seen = new Set(starts);
    for (const nodeId of seen) for (const to of this.successors(nodeId)) seen.add(to);
    return seen;
  }

  /** Returns true if a path of at least one arc leads from one node to the other. */
  leadsTo(from: string, to: string): boolean {
    let reached = this.reached.get(from);
    if (reached === undefined) {
      reached = this.reachableFrom(this.successors(from));
      this.reached.set(from, reached);
    }
    return reached.has(to);
  }

  /** Nodes in topological order; null if the graph has a cycle. */
  topological(): string[] | null {
    const cycle = this.sorted();
    return cycle.length === this.nodeIds.length ? cycle : null;
  }

  /** Disjoint cycles, each in order; empty if the graph is acyclic. */
  cycles(): string[][] {
    const cycle = this.cycle();
    if (cycle === null) return [];
    const rest = this.nodeIds.filter((nodeId) => !cycle.includes(nodeId));
    return [cycle, ...this.among(rest).cycles()];
  }

  /** Subgraph of these nodes. */
  among(nodeIds: readonly string[]): Graph {
    const arcs = nodeIds.flatMap((from) => [...this.successors(from)].map((to) => ({ from, to })));
    return new Graph(nodeIds, arcs);
  }

  private cycle(): string[] | null {
    const acyclic = new Set(this.sorted());
    const rest = this.nodeIds.filter((nodeId) => !acyclic.has(nodeId));
    // Every unsorted node has an unsorted predecessor, so a backward walk repeats itself.
    const before = new Map<string, string>();
    for (const from of rest) for (const to of this.successors(from)) before.set(to, from);
    let nodeId = rest[0];
    const walked: string[] = [];
    while (nodeId !== undefined && !walked.includes(nodeId)) {
      walked.push(nodeId);
      nodeId = before.get(nodeId);
    }
    return nodeId === undefined ? null : walked.slice(walked.indexOf(nodeId)).reverse();
  }

  /** Kahn's algorithm. Leaves out nodes on a cycle or behind one. */
  private sorted(): string[] {
    const incoming = new Map(this.nodeIds.map((nodeId) => [nodeId, 0]));
    for (const nodeId of this.nodeIds) {
      for (const to of this.successors(nodeId)) incoming.set(to, (incoming.get(to) ?? 0) + 1);
    }
    const order = this.nodeIds.filter((nodeId) => incoming.get(nodeId) === 0);
    for (const nodeId of order) {
      for (const to of this.successors(nodeId)) {
        const left = (incoming.get(to) ?? 0) - 1;
        incoming.set(to, left);
        if (left === 0) order.push(to);
      }
    }
    return order;
  }
}
