/** The compilers of the node kinds that executions run. A missing kind does not compile. */
import type { DefinitionNode, NodeOf, NodeType } from '../definition/definition.js';
import { compileAgent } from './agent/compile.js';
import type { CompiledNodeBase } from './compile-base.js';
import { compileEnd } from './end/compile.js';
import { compileHuman } from './human/compile.js';
import type { TypesWith } from './schema.js';

const COMPILERS = {
  human: { compile: compileHuman },
  agent: { compile: compileAgent },
  end: { compile: compileEnd },
} satisfies {
  readonly [T in TypesWith<{ skipped: false }>]: {
    readonly compile: (node: NodeOf<T>) => CompiledNodeBase & { readonly type: T };
  };
};

/** Compiled form of each node kind. The config of a skipped kind is not compiled. */
export type CompiledNodes = {
  readonly [T in NodeType]: T extends keyof typeof COMPILERS
    ? ReturnType<(typeof COMPILERS)[T]['compile']>
    : CompiledNodeBase & { readonly type: T };
};

interface Compiler {
  /** A method, so that every compiler fits any node. The table pairs them by type. */
  compile(node: DefinitionNode): CompiledNodes[NodeType];
}

/** Compiles the fields of a node that depend on its kind. */
export function compileNode(node: DefinitionNode): CompiledNodes[NodeType] {
  const compilers: { readonly [T in NodeType]?: Compiler } = COMPILERS;
  return compilers[node.type]?.compile(node) ?? skipped(node);
}

const skipped = ({ nodeId, type, slaMs }: DefinitionNode): CompiledNodes[NodeType] =>
  ({ nodeId, type, slaMs: slaMs ?? null }) as CompiledNodes[NodeType];
