/** The compilers of all node kinds. A missing kind does not compile. */
import type { DefinitionNode, NodeOf, NodeType } from '../definition/definition.js';
import type { Pins } from '../lint/pins.js';
import { compileAgent } from './agent/compile.js';
import type { CompiledNodeBase } from './compile-base.js';
import { compileEnd } from './end/compile.js';
import { compileHuman } from './human/compile.js';
import { compileNotification } from './notification/compile.js';
import { compileSubflow } from './subflow/compile.js';
import { compileWait } from './wait/compile.js';
import { compileWebhook } from './webhook/compile.js';

const COMPILERS = {
  human: { compile: compileHuman },
  agent: { compile: compileAgent },
  webhook: { compile: compileWebhook },
  end: { compile: compileEnd },
  wait: { compile: compileWait },
  subflow: { compile: compileSubflow },
  notification: { compile: compileNotification },
} satisfies {
  readonly [T in NodeType]: {
    readonly compile: (node: NodeOf<T>, pins: Pins | undefined) => CompiledNodeBase & { readonly type: T };
  };
};

/** Compiled form of each node kind. */
export type CompiledNodes = {
  readonly [T in NodeType]: ReturnType<(typeof COMPILERS)[T]['compile']>;
};

interface Compiler {
  /** A method, so that every compiler fits any node. The table pairs them by type. */
  compile(node: DefinitionNode, pins: Pins | undefined): CompiledNodes[NodeType];
}

/** Compiles the fields of a node that depend on its kind. */
export function compileNode(node: DefinitionNode, pins: Pins | undefined): CompiledNodes[NodeType] {
  const compilers: { readonly [T in NodeType]: Compiler } = COMPILERS;
  return compilers[node.type].compile(node, pins);
}
