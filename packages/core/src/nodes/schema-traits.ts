/** Traits of node kinds. The engine asks for traits instead of comparing names of kinds. */

/** Traits of a node kind. */
export interface NodeTraits {
  /** People decide its steps: a loop can take rejections, an administrator can decide for them. */
  readonly decidedByPeople: boolean;
  /** The output of a completed step may hold a decision. */
  readonly mayDecide: boolean;
  /** Its steps call a registered agent. */
  readonly callsAgent: boolean;
  /** Kinds of jobs of its steps, besides their deadline. Two kinds of nodes never share one. */
  readonly jobs: readonly string[];
  /** Executions skip its steps in this version. Its config is not compiled. */
  readonly skipped: boolean;
  /** Its steps end a branch with an outcome. Nothing follows them. */
  readonly isEnd: boolean;
}
