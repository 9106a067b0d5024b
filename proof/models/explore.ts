/**
 * Every reachable state of a small model, by breadth-first search. The result is a proof for the
 * model: all interleavings are visited. A violation has the shortest trace to it.
 */
import { itemAt } from '@org/approval-internal/lists';

/** A protocol as a pure transition system. States are plain, immutable JSON. */
export interface Model<S> {
  readonly initial: S;
  /** Every possible next state, with the name of its action. */
  readonly next: (state: S) => readonly (readonly [action: string, state: S])[];
  /** The name of the invariant that a state violates, or null. */
  readonly fault: (state: S) => string | null;
  /** True for a state where the model may rest: one must be reachable from every state. */
  readonly isGood: (state: S) => boolean;
  /** The identity of a state; the whole state by default. */
  readonly keyOf?: (state: S) => string;
}

/** Result of a search. */
export interface Exploration {
  /** Number of distinct states. */
  readonly states: number;
  readonly transitions: number;
  /** The violation; null if all states are sound. */
  readonly violation: Violation | null;
}

/** A violation, with the shortest trace to it. */
export interface Violation {
  readonly what: string;
  /** Names of actions from the initial state on. */
  readonly trace: readonly string[];
}

const MOST_STATES = 500_000;

/** @throws Error for more states than the limit, since a partial search proves nothing. */
export function explore<S>(model: Model<S>, mostStates = MOST_STATES): Exploration {
  const search = new Search(model, mostStates);
  const violation = search.run();
  return { states: search.size, transitions: search.transitions, violation };
}

/** A state in the order of discovery, and its origin. */
interface Node<S> {
  readonly state: S;
  readonly from: number;
  readonly action: string;
}

class Search<S> {
  transitions = 0;
  private readonly model: Model<S>;
  private readonly most: number;
  private readonly nodes: Node<S>[] = [];
  private readonly places = new Map<string, number>();
  /** The predecessors of each state. */
  private readonly before: number[][] = [];

  constructor(model: Model<S>, most: number) {
    this.model = model;
    this.most = most;
    this.visit(model.initial, -1, '');
  }

  get size(): number {
    return this.nodes.length;
  }

  run(): Violation | null {
    for (let at = 0; at < this.nodes.length; at++) {
      const { state } = itemAt(this.nodes, at);
      const what = this.model.fault(state);
      if (what !== null) return { what, trace: this.traceTo(at) };
      for (const [action, next] of this.model.next(state)) {
        this.transitions += 1;
        this.before[this.visit(next, at, action)]?.push(at);
      }
    }
    const stuck = this.firstStuck();
    return stuck === null
      ? null
      : { what: 'nothing good can be reached from here', trace: this.traceTo(stuck) };
  }

  private visit(state: S, from: number, action: string): number {
    const key = (this.model.keyOf ?? JSON.stringify)(state);
    const known = this.places.get(key);
    if (known !== undefined) return known;
    if (this.nodes.length >= this.most) throw new Error(`there are more than ${this.most} states`);
    const place = this.nodes.length;
    this.places.set(key, place);
    this.nodes.push({ state, from, action });
    this.before.push([]);
    return place;
  }

  private traceTo(at: number): string[] {
    const trace: string[] = [];
    for (let node = this.nodes[at]; node !== undefined && node.from >= 0; node = this.nodes[node.from])
      trace.unshift(node.action);
    return trace;
  }

  /** Liveness: a backward search from good states must reach every state. */
  private firstStuck(): number | null {
    const reached = new Set<number>();
    const queue = this.nodes.flatMap(({ state }, index) => (this.model.isGood(state) ? [index] : []));
    for (const index of queue) reached.add(index);
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const before of this.before[at] ?? []) {
        if (reached.has(before)) continue;
        reached.add(before);
        queue.push(before);
      }
    }
    const stuck = this.nodes.findIndex((_, index) => !reached.has(index));
    return stuck === -1 ? null : stuck;
  }
}

/** The list with one item changed. */
export const withAt = <T>(list: readonly T[], index: number, change: Partial<T>): T[] =>
  list.map((it, at) => (at === index ? { ...it, ...change } : it));
