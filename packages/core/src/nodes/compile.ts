/** The closed set of node kinds, as far as compiling goes: one that is missing does not compile. */
import type { DefinitionNode, NodeOf, NodeType } from '../definition/definition.js';
import { compileAgent } from './agent/compile.js';
import type { CompiledNodeBase } from './compile-base.js';
import { compileHuman } from './human/compile.js';
import { compileWebhook } from './webhook/compile.js';

const COMPILERS = {
  human: { compile: compileHuman },
  agent: { compile: compileAgent },
  webhook: { compile: compileWebhook },
} satisfies {
  readonly [T in NodeType]: {
    readonly compile: (node: NodeOf<T>) => CompiledNodeBase & { readonly type: T };
  };
};

/** The compiled form of each kind of node. */
export type CompiledNodes = { readonly [T in NodeType]: ReturnType<(typeof COMPILERS)[T]['compile']> };

interface Compiler {
  /** A method, so that the compiler of each kind is one of any node; the table pairs both by their type. */
  compile(node: DefinitionNode): CompiledNodes[NodeType];
}

/** Returns the compiled form of a node, without what every node has in its definition. */
export function compileNode(node: DefinitionNode): CompiledNodes[NodeType] {
  const compiler: Compiler = COMPILERS[node.type];
  return compiler.compile(node);
}
