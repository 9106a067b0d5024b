/** Types of what can be drawn. */

/**
 * A definition as authors write it, as `definitions.get` returns it, or as an invalid draft. With
 * `compiled` (a `CompiledView`, or the result of `compileDefinition`) derived edges and roles are
 * exact; without, they are guessed from the definition.
 */
export interface Drawable {
  /** Name for people; the title of the picture. */
  readonly name?: unknown;
  /** Nodes as authors write them; at most 100. */
  readonly nodes: readonly object[];
  /** Edges as authors write them; at most 500. */
  readonly edges?: readonly object[] | undefined;
  /** Groups as authors write them; at most 100. */
  readonly groups?: readonly object[] | null | undefined;
  /** Loops as authors write them; at most 20. */
  readonly loops?: readonly object[] | null | undefined;
  /** The compiled form, if available. */
  readonly compiled?: CompiledDrawable | null | undefined;
}

/** The drawn parts of a compiled definition. */
export interface CompiledDrawable {
  /** Edges with their roles, derived ones last. */
  readonly edges: readonly object[];
  /** Groups with every default filled in. */
  readonly groups: readonly object[];
  /** Loops with every default filled in. */
  readonly loops: readonly object[];
}

/** The drawn parts of a run: an `ExecutionView`, or the `ExecutionState` after any event. */
export interface DrawableRun {
  /** Status of the run, such as `running`. */
  readonly status: string;
  /** Its steps, in the order of creation; only the last 10,000 are drawn. */
  readonly steps: readonly DrawableStep[];
}

/** The drawn parts of a step. */
export interface DrawableStep {
  readonly stepId: string;
  readonly nodeId: string;
  /** Status of the step, such as `waiting`. */
  readonly status: string;
  /** Iteration of the loop around its node; 1 outside loops. */
  readonly iteration: number;
  /** Input of the step. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Output of the step; its `decision` distinguishes an approval from a rejection. */
  readonly output: Readonly<Record<string, unknown>> | null;
}

/** A mark on a node: a finding of the linter, or a difference between two versions. */
export type Mark = 'error' | 'warning' | 'added' | 'removed' | 'changed';

/** Options of every format. */
export interface DrawOptions {
  /** Draws the state of this run: the status of each node, the path taken, and what is possible. */
  readonly run?: DrawableRun | undefined;
  /** Marks by nodeId. */
  readonly marks?: Readonly<Record<string, Mark>> | undefined;
}
