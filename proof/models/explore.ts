/**
 * Every state that a small model can come to, by breadth-first search. What it says is proven for the model: there is no
 * interleaving that was not looked at. A violation comes with the shortest way to it.
 */
import { itemAt } from '@org/approval-internal/lists';

/** A protocol as a pure transition system. States are plain JSON, and never changed. */
export interface Model<S> {
  readonly initial: S;
  /** Everything that can happen next, each with a name. */
  readonly next: (state: S) => readonly (readonly [action: string, state: S])[];
  /** What must hold of every state: the name of what does not, or null. */
  readonly fault: (state: S) => string | null;
  /** Where the model may come to rest: from every state one of these must be in reach. */
  readonly isGood: (state: S) => boolean;
  /** What makes two states the same; all of the state by default. */
  readonly keyOf?: (state: S) => string;
}

/** What a search came to. */
export interface Exploration {
  /** How many different states there are. */
  readonly states: number;
  readonly transitions: number;
  /** null: every state was looked at, and all is well. */
  readonly violation: Violation | null;
}

/** What went wrong, and the shortest way to it. */
export interface Violation {
  readonly what: string;
  /** Names of actions from the initial state on. */
  readonly trace: readonly string[];
}

const MOST_STATES = 500_000;

/** @throws Error when there are more states than are looked at: a search that ends early shows nothing. */
export function explore<S>(model: Model<S>, mostStates = MOST_STATES): Exploration {
  const search = new Search(model, mostStates);
  const violation = search.run();
  return { states: search.size, transitions: search.transitions, violation };
}

/** A state in the order of discovery, and how it was found. */
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
  /** For each state the states that lead to it. */
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

  /** Liveness: backwards from what is good, everything must be met. */
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

/** The list with one place changed. */
export const withAt = <T>(list: readonly T[], index: number, change: Partial<T>): T[] =>
  list.map((it, at) => (at === index ? { ...it, ...change } : it));
