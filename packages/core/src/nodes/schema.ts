/** The schemas of all node kinds. A missing kind does not compile. */
import * as z from 'zod';
import { agentNode, agentTraits } from './agent/schema.js';
import { endNode, endTraits } from './end/schema.js';
import { humanNode, humanTraits } from './human/schema.js';
import { notificationNode, notificationTraits } from './notification/schema.js';
import type { DefinitionNode } from './schema.gen.js';
import type { NodeTraits } from './schema-traits.js';
import { subflowNode, subflowTraits } from './subflow/schema.js';
import { waitNode, waitTraits } from './wait/schema.js';
import { webhookNode, webhookTraits } from './webhook/schema.js';

export type * from './agent/schema.gen.js';
export type * from './end/schema.gen.js';
export type * from './human/schema.gen.js';
export type * from './notification/schema.gen.js';
export type * from './schema.gen.js';
export type * from './subflow/schema.gen.js';
export type * from './wait/schema.gen.js';
export type * from './webhook/schema.gen.js';
export type * from './webhook/schema-auth.gen.js';

/** Name of a node kind. */
export type NodeType = DefinitionNode['type'];

export const nodeSchema = z
  .discriminatedUnion('type', [
    humanNode,
    agentNode,
    webhookNode,
    endNode,
    waitNode,
    subflowNode,
    notificationNode,
  ])
  .meta({ id: 'DefinitionNode', description: 'A node of a definition. Its `type` is its kind.' });

const TRAITS = {
  human: humanTraits,
  agent: agentTraits,
  webhook: webhookTraits,
  end: endTraits,
  wait: waitTraits,
  subflow: subflowTraits,
  notification: notificationTraits,
} as const satisfies Readonly<Record<NodeType, NodeTraits>>;

/** Kind of a job that only steps of some kinds of nodes have. */
export type NodeJob = (typeof TRAITS)[NodeType]['jobs'][number];

/** Kinds of jobs that only steps of some kinds of nodes have, each once. */
export const NODE_JOBS: readonly NodeJob[] = [
  ...new Set(Object.values(TRAITS).flatMap(({ jobs }): readonly NodeJob[] => jobs)),
];

/** Names of the kinds with these traits. */
export type TypesWith<T extends Partial<NodeTraits>> = {
  [K in NodeType]: (typeof TRAITS)[K] extends T ? K : never;
}[NodeType];

/** Anything with a node kind: a node as written, or its compiled form. */
interface Kinded {
  readonly type: NodeType;
}

/** Returns the traits of a node kind; undefined for an unknown name. */
export function traitsOf(type: NodeType): NodeTraits;
export function traitsOf(type: unknown): NodeTraits | undefined;
export function traitsOf(type: unknown): NodeTraits | undefined {
  const kinds: Readonly<Record<string, NodeTraits>> = TRAITS;
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

/** Returns true if people decide the steps of the node. */
export function isDecidedByPeople<N extends Kinded>(
  node: N | null | undefined,
): node is Extract<N, { readonly type: TypesWith<{ decidedByPeople: true }> }> {
  return node != null && TRAITS[node.type].decidedByPeople;
}

/** Returns true if the steps of the node call a registered agent. */
export function callsAgent<N extends Kinded>(
  node: N | null | undefined,
): node is Extract<N, { readonly type: TypesWith<{ callsAgent: true }> }> {
  return node != null && TRAITS[node.type].callsAgent;
}

/** Returns true if the steps of the node start runs. */
export function startsRuns<N extends Kinded>(
  node: N | null | undefined,
): node is Extract<N, { readonly type: TypesWith<{ startsRuns: true }> }> {
  return node != null && traitsOf(node.type).startsRuns === true;
}

/** Returns true if the node ends a branch with an outcome. */
export function isEnd<N extends Kinded>(
  node: N | null | undefined,
): node is Extract<N, { readonly type: TypesWith<{ isEnd: true }> }> {
  return node != null && TRAITS[node.type].isEnd;
}
