/**
 * The compiled form of a definition: frozen, indexed JSON. It is stored with its version, so that
 * later releases interpret an execution the same way.
 */
import type { NodeType, QuorumPolicy } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';
import type { EdgeRole, Guard } from '../expression/guard.js';
import type { Expression } from '../expression/tree.js';
import type { CompiledNodes } from '../nodes/compile.js';
import type { Owner } from './derived.js';
import type { CompiledPresentation } from './presentation.js';

export type { CompiledAgentNode, ResolutionPolicy } from '../nodes/agent/compile.js';
export type { CompiledNodes } from '../nodes/compile.js';
export type { CompiledEndNode } from '../nodes/end/compile.js';
export type { CompiledHumanNode } from '../nodes/human/compile.js';
export type { CompiledNotificationNode } from '../nodes/notification/compile.js';
export type { CompiledWebhookNode } from '../nodes/webhook/compile.js';
export type { CompiledPin, CompiledSubflowNode } from '../nodes/subflow/compile.js';
export type { CompiledWait, CompiledWaitNode } from '../nodes/wait/compile.js';
export type { RetryPolicy, Reviewer } from './compiled-people.js';

export interface CompiledEdge extends Guard, Owner {
  readonly from: string;
  readonly to: string;
  readonly role: EdgeRole;
  /** True for an edge that fires when no other edge of its step fired; absent for any other. */
  readonly otherwise?: true;
  /** Group whose edge this was, in place of its members'; absent for any other. */
  readonly fromGroupId?: string;
  /** Group that the edge was written to; absent for any other. */
  readonly toGroupId?: string;
}

/** The compiled form of a node. */
export type CompiledNode = CompiledNodes[NodeType];

export interface CompiledGroup {
  readonly groupId: string;
  readonly memberNodeIds: readonly string[];
  readonly requiredNodeIds: readonly string[];
  readonly expectedSteps: number;
  readonly quorum: number;
  readonly policy: QuorumPolicy;
  /** Ids of the loops whose rewinds restart the group's count. */
  readonly loopIds: readonly string[];
  /** True if all members are in the body of the same loop, or all are outside loops. */
  readonly uniform: boolean;
  /** Nodes that the group starts by its own result; absent if none, and for a join. */
  readonly leads?: { readonly approve: readonly string[]; readonly reject: readonly string[] };
}

export interface CompiledLoop extends Owner {
  readonly loopId: string;
  readonly entryNodeId: string;
  readonly bodyNodeIds: readonly string[];
  readonly maxIterations: number;
  /** Rejections that rewind the loop; null for all. */
  readonly when: Expression | null;
  readonly exhaustedNodeId: string | null;
}

/**
 * A compiled definition: frozen, indexed JSON. Derived results are computed on first use and cached
 * in
 * a hidden field of the part they derive from (`derived.ts`).
 */
export interface CompiledDefinition extends Owner {
  /** Version of this form, so that later releases can read it. */
  readonly format: 1;
  /** Ids of the nodes that start an execution, in this order. */
  readonly roots: readonly string[];
  /** Nodes by nodeId, with all defaults. */
  readonly nodes: Readonly<Record<string, CompiledNode>>;
  /** Edges in evaluation order, derived ones last. */
  readonly edges: readonly CompiledEdge[];
  /** Groups in the order written. */
  readonly groups: readonly CompiledGroup[];
  /** Loops, those of `onReject.loopBack` last. */
  readonly loops: readonly CompiledLoop[];
  /** Indexes of outgoing edges by nodeId. A node without any has no entry. */
  readonly outgoing: Readonly<Record<string, readonly number[]>>;
  /** Index in `groups` of a node's group, by nodeId. */
  readonly groupOf: Readonly<Record<string, number>>;
  /** Index in `loops` of the loop around a node, by nodeId. */
  readonly loopOf: Readonly<Record<string, number>>;
  /** Nodes whose deciders may not decide this node, by nodeId, symmetric; absent if none. */
  readonly separated?: Readonly<Record<string, readonly string[]>>;
  /** True if a condition that cannot be answered fails the execution; absent otherwise. */
  readonly strict?: true;
  /** Presentation of an execution; absent if the definition has none. */
  readonly presentation?: CompiledPresentation;
  /** Name of the definition, the default title; absent without a presentation. */
  readonly name?: string;
  /** Schema of the trigger context; absent if the definition has none. */
  readonly inputSchema?: JsonObject;
}
