/** What can be drawn, and how. */

/**
 * A definition: what an author writes, what `definitions.get` returns, or a draft with faults in it. With `compiled`
 * (a `CompiledView`, or what `compileDefinition` gives) derived edges and roles are exact; without, they are read off
 * what the author wrote.
 */
export interface Drawable {
  /** Name for people; the title of the picture. */
  readonly name?: unknown;
  /** Nodes as their author wrote them; at most 100. */
  readonly nodes: readonly object[];
  /** Edges as their author wrote them; at most 500. */
  readonly edges: readonly object[];
  /** Groups as their author wrote them; at most 100. */
  readonly groups?: readonly object[] | null | undefined;
  /** Loops as their author wrote them; at most 20. */
  readonly loops?: readonly object[] | null | undefined;
  /** The compiled form, where there is one. */
  readonly compiled?: CompiledDrawable | null | undefined;
}

/** The compiled form of a definition, as far as it is drawn. */
export interface CompiledDrawable {
  /** Edges with their roles, derived ones last. */
  readonly edges: readonly object[];
  /** Groups with every default filled in. */
  readonly groups: readonly object[];
  /** Loops with every default filled in. */
  readonly loops: readonly object[];
}

/** A run as far as it is drawn: an `ExecutionView`, or the `ExecutionState` after any of its events. */
export interface DrawableRun {
  /** Status of the run, as in `running`. */
  readonly status: string;
  /** Its steps, in the order of creation; of more than 10,000 the last ones. */
  readonly steps: readonly DrawableStep[];
}

/** A step as far as it is drawn. */
export interface DrawableStep {
  readonly stepId: string;
  readonly nodeId: string;
  /** Status of the step, as in `waiting`. */
  readonly status: string;
  /** Iteration of the loop around its node; 1 outside loops. */
  readonly iteration: number;
  /** What it was started with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What it gave; `decision` tells an approval from a rejection. */
  readonly output: Readonly<Record<string, unknown>> | null;
}

/** What is said about a node beside its state: a finding of the linter, or a difference between two versions. */
export type Mark = 'error' | 'warning' | 'added' | 'removed' | 'changed';

/** What else a picture shows, in every format. */
export interface DrawOptions {
  /** Draws the state of this run: what each node did, the path taken, and what is still possible. */
  readonly run?: DrawableRun | undefined;
  /** Marks by nodeId. */
  readonly marks?: Readonly<Record<string, Mark>> | undefined;
}
