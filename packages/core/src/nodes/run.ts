/** The closed set of node kinds, as far as runs go: one that is missing does not compile. */
import type { CompiledNode, CompiledNodes } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import { agent } from './agent/run.js';
import { human } from './human/run.js';
import type { NodeKind } from './run-kind.js';
import { webhook } from './webhook/run.js';

const KINDS: { readonly [T in NodeType]: NodeKind<CompiledNodes[T]> } = { human, agent, webhook };

/** Returns the behavior of the node's kind; the table pairs each type with its own kind of node. */
export const kindOf = ({ type }: CompiledNode): NodeKind<CompiledNode> => KINDS[type];
