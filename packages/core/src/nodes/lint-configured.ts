/** Nodes of one kind with a config. A missing config has its own finding. */
import type { DefinitionNode } from '../definition/definition.js';
import type { LintModel, ModelNode } from '../lint/model.js';

interface Configured<N extends DefinitionNode> {
  readonly nodeId: string;
  readonly config: NonNullable<N['config']>;
  readonly path: ModelNode['path'];
}

/** Returns the nodes that `isOfKind` accepts, with their configs. */
export const configured = <N extends DefinitionNode>(
  { nodes }: LintModel,
  isOfKind: (node: DefinitionNode) => node is N,
): Configured<N>[] =>
  nodes.flatMap(({ node, path }) => {
    if (!isOfKind(node)) return [];
    const { nodeId, config } = node;
    return config ? [{ nodeId, config, path }] : [];
  });
