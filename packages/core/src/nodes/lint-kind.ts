/** The part of a kind of node in the linter. */
import type { Decider } from '../definition/definition.js';

/** All that the linter knows of a kind of node. A method, so that the entry of each kind is one of any node (`lint.ts`). */
export interface LintKind<N> {
  /** Returns who decides the steps of the node. */
  decides(node: N): Decider;
  /** Name in messages of a node of this kind that nobody decides. */
  readonly undecided: string;
  /** How it comes to be decided; null: in no way. */
  readonly mend: string | null;
}
