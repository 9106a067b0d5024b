/** What the linter knows of each kind of node; one that is missing does not compile. */
import type { Decider, DefinitionNode, NodeOf, NodeType } from '../definition/definition.js';

interface LintKind<N> {
  readonly decides: (node: N) => Decider;
  /** What messages call a node of this kind that nobody decides. */
  readonly undecided: string;
  /** How it comes to be decided; null: in no way. */
  readonly mend: string | null;
}

const KINDS: { readonly [T in NodeType]: LintKind<NodeOf<T>> } = {
  human: { decides: () => 'people', undecided: 'a human node', mend: null },
  agent: {
    decides: ({ config }) => (config?.blocking === true ? 'policy' : 'nobody'),
    undecided: 'a non-blocking agent',
    mend: 'make it blocking',
  },
  webhook: { decides: () => 'nobody', undecided: 'a webhook node', mend: null },
};

// The table pairs each type with its own kind of node; the index cannot see it.
export const lintKind = ({ type }: DefinitionNode) => KINDS[type] as LintKind<DefinitionNode>;

export const decidedBy = (node: DefinitionNode): Decider => lintKind(node).decides(node);
