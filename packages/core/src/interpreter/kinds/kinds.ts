/** The closed set of node kinds: one that is missing does not compile. */
import type { CompiledNode, CompiledNodes } from '../../compile/compiled.js';
import type { NodeType } from '../../definition/definition.js';
import { agent } from './agent/agent.js';
import { human } from './human/human.js';
import type { NodeKind } from './kind.js';
import { webhook } from './webhook/webhook.js';

const KINDS: { readonly [T in NodeType]: NodeKind<CompiledNodes[T]> } = { human, agent, webhook };

// The table pairs each type with its own kind of node; the index cannot see it.
export const kindOf = ({ type }: CompiledNode) => KINDS[type] as NodeKind<CompiledNode>;
