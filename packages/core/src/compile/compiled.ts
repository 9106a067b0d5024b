/**
 * A definition as the interpreter runs it: plain JSON, frozen, indexed. It is stored with its version, so that
 * a run is interpreted the same way whatever later releases compile.
 */
import type { NodeType, QuorumPolicy } from '../definition/definition.js';
import type { EdgeRole, Guard } from '../expression/guard.js';
import type { Expression } from '../expression/tree.js';

export interface CompiledEdge extends Guard {
  readonly from: string;
  readonly to: string;
  readonly role: EdgeRole;
}

interface CompiledNodeBase {
  readonly nodeId: string;
  readonly type: NodeType;
  readonly slaMs: number | null;
}
export interface Reviewer {
  readonly userId: string;
  readonly mandatory: boolean;
}
export interface CompiledHumanNode extends CompiledNodeBase {
  readonly type: 'human';
  readonly reviewers: readonly Reviewer[];
  readonly reviewerEmails: readonly string[];
  readonly commentBody: string | null;
}
export interface RetryPolicy {
  readonly maximumAttempts: number;
  readonly initialIntervalMs: number;
  readonly backoffCoefficient: number;
  readonly maximumIntervalMs: number;
}
export type ResolutionPolicy =
  { readonly kind: 'allResolved' } | { readonly kind: 'minResolved'; readonly minCount: number };
export interface CompiledAgentNode extends CompiledNodeBase {
  readonly type: 'agent';
  readonly agentId: string;
  readonly urlPath: string;
  /** Set on a blocking agent, null on any other. */
  readonly resolutionPolicy: ResolutionPolicy | null;
  readonly agentMaxRuntimeMs: number;
  readonly promptOverride: string | null;
  /** Input name → dot-path. */
  readonly inputMapping: Readonly<Record<string, string>>;
  readonly requireNonEmptyOutput: boolean;
  readonly retry: RetryPolicy;
}
export interface CompiledWebhookNode extends CompiledNodeBase {
  readonly type: 'webhook';
}
export type CompiledNode = CompiledHumanNode | CompiledAgentNode | CompiledWebhookNode;

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

export interface CompiledLoop {
  readonly loopId: string;
  readonly entryNodeId: string;
  readonly bodyNodeIds: readonly string[];
  readonly maxIterations: number;
  /** Which rejections rewind it; null: every one. */
  readonly when: Expression | null;
  readonly exhaustedNodeId: string | null;
}

export interface CompiledDefinition {
  /** Of this form, so that a later release can read what an earlier one stored. */
  readonly format: 1;
  readonly roots: readonly string[];
  readonly nodes: Readonly<Record<string, CompiledNode>>;
  readonly edges: readonly CompiledEdge[];
  readonly groups: readonly CompiledGroup[];
  readonly loops: readonly CompiledLoop[];
  /** By nodeId; a node without any has no entry. */
  readonly outgoing: Readonly<Record<string, readonly number[]>>;
  readonly groupOf: Readonly<Record<string, number>>;
  readonly loopOf: Readonly<Record<string, number>>;
}
