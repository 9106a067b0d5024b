/** The closed set of node kinds, as far as compiling goes: one that is missing does not compile. */
import type { DefinitionNode, NodeOf, NodeType } from '../../definition/definition.js';
import type { CompiledNode, CompiledNodes } from '../compiled.js';
import { compileAgent } from './agent.js';
import { compileHuman } from './human.js';
import { compileWebhook } from './webhook.js';

const COMPILERS: { readonly [T in NodeType]: (node: NodeOf<T>) => CompiledNodes[T] } = {
  human: compileHuman,
  agent: compileAgent,
  webhook: compileWebhook,
};

export function compileNode(node: DefinitionNode): CompiledNode {
  // The table pairs each type with its own kind of node; the call cannot see it.
  return (COMPILERS[node.type] as (node: DefinitionNode) => CompiledNode)(node);
}
