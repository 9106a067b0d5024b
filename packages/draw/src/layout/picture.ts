/** A graph with positions: x to the right and y down, in pixels. */
import type { GraphEdge, GraphFrame, GraphNode } from '../graph/graph.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface PlacedNode extends Box {
  readonly node: GraphNode;
  /** Labels for arrows that are too long to be drawn, and for frames that cross others. */
  readonly chips: readonly string[];
}

export interface PlacedEdge {
  readonly edge: GraphEdge;
  /** Points from the source to the target, at least two. */
  readonly points: readonly Point[];
  /** Middle of the label; null without one. */
  readonly label: Point | null;
}

export interface PlacedFrame extends Box {
  readonly frame: GraphFrame;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** Outer frames first. */
  readonly frames: readonly PlacedFrame[];
}
