/** The closed set of node kinds, as far as definitions go: one that is missing does not compile. */
import * as z from 'zod';
import { agentNode, agentTraits } from './agent/schema.js';
import { humanNode, humanTraits } from './human/schema.js';
import type { DefinitionNode } from './schema.gen.js';
import type { NodeTraits } from './schema-traits.js';
import { webhookNode, webhookTraits } from './webhook/schema.js';

/** Names of the kinds of nodes. */
export type NodeType = DefinitionNode['type'];

export const nodeSchema = z
  .discriminatedUnion('type', [humanNode, agentNode, webhookNode])
  .meta({ id: 'DefinitionNode', description: 'A node of a definition; its `type` says what happens there.' });

const TRAITS = {
  human: humanTraits,
  agent: agentTraits,
  webhook: webhookTraits,
} as const satisfies Readonly<Record<NodeType, NodeTraits>>;

/** Names of the kinds whose traits are these. */
type TypesWith<T extends Partial<NodeTraits>> = {
  [K in NodeType]: (typeof TRAITS)[K] extends T ? K : never;
}[NodeType];

/** Anything of a kind of node: as it is written, and as it is compiled. */
interface Kinded {
  readonly type: NodeType;
}

/** Returns the traits of a kind of node; of a name that is not known, undefined. */
export function traitsOf(type: NodeType): NodeTraits;
export function traitsOf(type: unknown): NodeTraits | undefined;
export function traitsOf(type: unknown): NodeTraits | undefined {
  const kinds: Readonly<Record<string, NodeTraits>> = TRAITS;
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

/** Whether people decide the steps of the node. */
export function isDecidedByPeople<N extends Kinded>(
  node: N | null | undefined,
): node is Extract<N, { readonly type: TypesWith<{ decidedByPeople: true }> }> {
  return node != null && TRAITS[node.type].decidedByPeople;
}

/** Whether the steps of the node call a registered agent. */
export function callsAgent<N extends Kinded>(
  node: N | null | undefined,
): node is Extract<N, { readonly type: TypesWith<{ work: 'agent-call' }> }> {
  return node != null && TRAITS[node.type].work === 'agent-call';
}
