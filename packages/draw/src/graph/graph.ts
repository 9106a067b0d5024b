/** A definition as boxes and arrows, with every string ready to be shown. */

import type { NodeKind } from './kinds.js';

/** Meaning of an arrow: role of an edge, or restart or exhaustion of a loop. */
export type EdgeKind = 'success' | 'reject' | 'breach' | 'custom' | 'loop' | 'exhausted';

export interface GraphNode {
  readonly nodeId: string;
  readonly kind: NodeKind;
  readonly title: string;
  /** Performer of the node; empty when the definition does not name one. */
  readonly subtitle: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** Empty for the plain success edge. */
  readonly label: string;
  /** True for an arrow that a group takes by its own result; absent for any other. */
  readonly byGroup?: true;
}

/** A group or a loop, drawn as a frame around its nodes. */
export interface GraphFrame {
  readonly kind: 'group' | 'loop';
  readonly id: string;
  readonly label: string;
  readonly nodeIds: readonly string[];
  /** The members of the group lead on together: the last one decides for all. */
  readonly joins: boolean;
}

export interface Graph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly frames: readonly GraphFrame[];
}
