/**
 * A definition as the interpreter runs it: plain JSON, frozen, indexed. It is stored with its version, so that
 * a run is interpreted the same way whatever later releases compile.
 */
import type { NodeType, QuorumPolicy } from '../definition/definition.js';
import type { EdgeRole, Guard } from '../expression/guard.js';
import type { Expression } from '../expression/tree.js';
import type { CompiledNodes } from '../nodes/compile.js';
import type { Owner } from './derived.js';

export type { CompiledAgentNode, ResolutionPolicy } from '../nodes/agent/compile.js';
export type { CompiledNodes } from '../nodes/compile.js';
export type { CompiledHumanNode } from '../nodes/human/compile.js';
export type { CompiledWebhookNode } from '../nodes/webhook/compile.js';
export type { RetryPolicy, Reviewer } from './compiled-people.js';

export interface CompiledEdge extends Guard, Owner {
  readonly from: string;
  readonly to: string;
  readonly role: EdgeRole;
}

/** A node in its compiled form. */
export type CompiledNode = CompiledNodes[NodeType];

export interface CompiledGroup {
  readonly groupId: string;
  readonly memberNodeIds: readonly string[];
  readonly requiredNodeIds: readonly string[];
  readonly expectedSteps: number;
  readonly quorum: number;
  readonly policy: QuorumPolicy;
  /** The loops whose rewinds start its counting afresh. */
  readonly loopIds: readonly string[];
  /** Whether every member is in the body of the same loop, or none is in any. */
  readonly uniform: boolean;
}

export interface CompiledLoop extends Owner {
  readonly loopId: string;
  readonly entryNodeId: string;
  readonly bodyNodeIds: readonly string[];
  readonly maxIterations: number;
  /** Which rejections rewind it; null: every one. */
  readonly when: Expression | null;
  readonly exhaustedNodeId: string | null;
}

/**
 * A definition as the interpreter runs it: plain JSON, frozen, indexed. What follows from it is worked out on first use, and
 * kept in a hidden field of the part that it follows from (`derived.ts`).
 */
export interface CompiledDefinition extends Owner {
  /** Version of this form, so that a later release can read what an earlier one stored. */
  readonly format: 1;
  /** Ids of the nodes that start a run, in this order. */
  readonly roots: readonly string[];
  /** Nodes by nodeId, every default filled in. */
  readonly nodes: Readonly<Record<string, CompiledNode>>;
  /** Edges in the order in which they are looked at, derived ones last. */
  readonly edges: readonly CompiledEdge[];
  /** Groups in the order in which they were written. */
  readonly groups: readonly CompiledGroup[];
  /** Loops, those of `onReject.loopBack` last. */
  readonly loops: readonly CompiledLoop[];
  /** By nodeId; a node without any has no entry. */
  readonly outgoing: Readonly<Record<string, readonly number[]>>;
  /** Place in `groups` of a node's group, by nodeId. */
  readonly groupOf: Readonly<Record<string, number>>;
  /** Place in `loops` of the loop around a node, by nodeId. */
  readonly loopOf: Readonly<Record<string, number>>;
  /** The nodes that nobody answers who answers this one, by nodeId, both ways; only where there are any. */
  readonly separated?: Readonly<Record<string, readonly string[]>>;
}
