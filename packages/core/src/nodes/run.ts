/** The interpreter's entries of all node kinds. A missing kind does not compile. */
import type { CompiledNode, CompiledNodes } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import { agent } from './agent/run.js';
import { end } from './end/run.js';
import { human } from './human/run.js';
import type { NodeKind } from './run-kind.js';
import { webhook } from './webhook/run.js';

const KINDS: { readonly [T in NodeType]: NodeKind<CompiledNodes[T]> } = { human, agent, webhook, end };

/** Returns the interpreter's entry of a node's kind. The table pairs each type with its node. */
export const kindOf = ({ type }: CompiledNode): NodeKind<CompiledNode> => KINDS[type];
