/** A node kind's part in the linter. */
import type { Decider } from '../definition/definition.js';

/** The linter's entry of a node kind. A method, so that every entry fits any node (`lint.ts`). */
export interface LintKind<N> {
  /** Returns the decider of the node's steps. */
  decides(node: N): Decider;
  /** Name in messages for a node of this kind without deciders. */
  readonly undecided: string;
  /** Advice that makes the node decide; null if it cannot. */
  readonly fix: string | null;
}
