/** What is drawn: a definition as boxes and arrows, with every text already fit to be shown. */

import type { NodeKind } from './kinds.js';

/** What an arrow means: the role of an edge, a loop that starts again, or the route out of a loop that is exhausted. */
export type EdgeKind = 'success' | 'reject' | 'breach' | 'custom' | 'loop' | 'exhausted';

export interface GraphNode {
  readonly nodeId: string;
  readonly kind: NodeKind;
  readonly title: string;
  /** Who or what does it; empty where the definition does not say. */
  readonly subtitle: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** Empty for the plain success edge. */
  readonly label: string;
}

/** A group or a loop, drawn as a frame around its nodes. */
export interface GraphFrame {
  readonly kind: 'group' | 'loop';
  readonly id: string;
  readonly label: string;
  readonly nodeIds: readonly string[];
  /** A group whose members lead on together: also what an early member leads to is decided by the last one. */
  readonly joins: boolean;
}

export interface Graph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly frames: readonly GraphFrame[];
}
