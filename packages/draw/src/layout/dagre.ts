/** Types of dagre: Node's ES module resolution does not find its own. */
import * as dagre from '@dagrejs/dagre';
import type { Point } from './picture.js';

/** A node or a label of an arrow, by its middle. */
interface Placed extends Point {
  readonly width: number;
  readonly height: number;
}

export interface LayoutGraph {
  setGraph(options: Readonly<Record<string, string | number>>): void;
  setNode(key: string, size: { readonly width?: number; readonly height?: number }): void;
  setParent(key: string, parent: string): void;
  setEdge(from: string, to: string, options: Readonly<Record<string, string | number>>, name: string): void;
  node(key: string): Placed;
  edge(from: string, to: string, name: string): Placed & { readonly points: Point[] };
}

interface Dagre {
  readonly Graph: new (options: Readonly<Record<string, boolean>>) => LayoutGraph;
  readonly layout: (graph: LayoutGraph) => void;
}

const { Graph, layout } = dagre as unknown as Dagre;

export const newLayout = (): LayoutGraph => new Graph({ directed: true, multigraph: true, compound: true });

/** Positions everything in the graph. */
export const layOut = (graph: LayoutGraph): void => layout(graph);
