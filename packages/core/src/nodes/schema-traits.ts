/** Traits of node kinds. The engine asks for traits instead of comparing names of kinds. */

/** Traits of a node kind. */
export interface NodeTraits {
  /** People decide its steps: a loop can take rejections, an administrator can decide for them. */
  readonly decidedByPeople: boolean;
  /** The output of a completed step may hold a decision. */
  readonly mayDecide: boolean;
  /** External work that an open step needs before it can wait or end. */
  readonly work: 'agent-call' | 'directory' | 'none';
  /** Executions skip its steps in this version. Its config is not compiled. */
  readonly skipped: boolean;
  /** Its steps end a branch with an outcome. Nothing follows them. */
  readonly isEnd: boolean;
}
