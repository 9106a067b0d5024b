/** The common input of every format: the graph, the run, and the marks. */
import type { DrawOptions, Drawable, Mark } from '../graph/drawable.js';
import type { Graph } from '../graph/graph.js';
import { readGraph } from '../graph/read.js';
import { type Overlay, overlayOf } from '../run/overlay.js';
import { MARKS } from './words.js';

export interface Scene {
  readonly graph: Graph;
  /** Null when only a definition is drawn. */
  readonly overlay: Overlay | null;
  readonly markOf: (nodeId: string) => Mark | null;
}

export function sceneOf(definition: Drawable, { run, marks = {} }: DrawOptions): Scene {
  const graph = readGraph(definition);
  return {
    graph,
    overlay: run === undefined ? null : overlayOf(graph, run),
    markOf: (nodeId) =>
      Object.hasOwn(marks, nodeId) ? (MARKS.find((it) => it === marks[nodeId]) ?? null) : null,
  };
}
