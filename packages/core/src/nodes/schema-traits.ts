/** Facts about a kind of node that the rest of the engine asks for, instead of comparing names of kinds. */

/** Facts about a kind of node. */
export interface NodeTraits {
  /** People decide its steps: a loop can take their rejection, and an administrator can speak for them. */
  readonly decidedByPeople: boolean;
  /** The output of a completed step may hold a decision. */
  readonly mayDecide: boolean;
  /** Work outside the interpreter that an open step needs before it can wait or end. */
  readonly work: 'agent-call' | 'directory' | 'none';
  /** A run skips its steps in this version, so that its config is not compiled. */
  readonly skipped: boolean;
}
