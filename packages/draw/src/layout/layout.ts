/** Positions: dagre lays out nodes, arrows and frames; long arrows become chips. */
import { valueAt } from '@org/approval-internal/lists';
import type { Graph } from '../graph/graph.js';
import { columnsOf } from '../text/clip.js';
import { type Arrow, arrowsOf } from './arrows.js';
import { type LayoutGraph, layOut, newLayout } from './dagre.js';
import { type Nesting, nestingOf } from './nesting.js';
import type { Box, Picture, PlacedEdge, PlacedFrame, PlacedNode, Point } from './picture.js';

/** Direction of the arrows. */
export type Direction = 'down' | 'right';

export const NODE = { width: 190, height: 50 } as const;
const LABEL = { perColumn: 6.3, around: 10, height: 17 } as const;
const MARGIN = 14;
/** Distance of a frame from its nodes, and above them for its label. */
const FRAME = { around: 12, above: 30 } as const;

export function pictureOf(graph: Graph, direction: Direction): Picture {
  const nesting = nestingOf(graph.frames);
  const arrows = arrowsOf(graph);
  const made = laidOut(graph, arrows, nesting, direction);
  const chips = chipsOf(graph, arrows, nesting);
  const nodes = graph.nodes.map((node, index): PlacedNode => {
    const { x, y } = made.node(nodeKey(index));
    const box = { x: x - NODE.width / 2, y: y - NODE.height / 2, ...NODE };
    return { node, ...box, chips: chips.get(node.nodeId) ?? [] };
  });
  const byId = new Map(nodes.map((it) => [it.node.nodeId, it]));
  const edges = arrows.flatMap((arrow, index): PlacedEdge[] => {
    if (arrow.isLoose) return [];
    const { points, x, y } = made.edge(...endsOf(arrow, graph, index));
    const line = arrow.isReversed ? points.toReversed() : points;
    return [{ edge: arrow.edge, points: line, label: arrow.edge.label === '' ? null : { x, y } }];
  });
  return fitted({ nodes, edges, frames: framesOf(nesting, byId) });
}

const nodeKey = (index: number) => `n${index}`;
const frameKey = (index: number) => `f${index}`;

function endsOf({ edge, isReversed }: Arrow, graph: Graph, index: number): [string, string, string] {
  const keyOf = (nodeId: string) => nodeKey(graph.nodes.findIndex((it) => it.nodeId === nodeId));
  const [from, to] = [keyOf(edge.from), keyOf(edge.to)];
  return isReversed ? [to, from, `e${index}`] : [from, to, `e${index}`];
}

function laidOut(
  graph: Graph,
  arrows: readonly Arrow[],
  nesting: Nesting,
  direction: Direction,
): LayoutGraph {
  const made = newLayout();
  const isRight = direction === 'right';
  made.setGraph({
    rankdir: isRight ? 'LR' : 'TB',
    nodesep: isRight ? 30 : 34,
    edgesep: 16,
    ranksep: isRight ? 56 : 44,
  });
  nesting.nested.forEach(({ parent }, index) => {
    made.setNode(frameKey(index), {});
    if (parent !== null) made.setParent(frameKey(index), frameKey(parent));
  });
  // dagre begins at the right.
  [...graph.nodes.entries()].toReversed().forEach(([index, { nodeId }]) => {
    made.setNode(nodeKey(index), { ...NODE });
    const frame = nesting.innermost.get(nodeId);
    if (frame !== undefined) made.setParent(nodeKey(index), frameKey(frame));
  });
  [...arrows.entries()].toReversed().forEach(([index, arrow]) => {
    if (arrow.isLoose) return;
    const { label, kind } = arrow.edge;
    const size = label === '' ? {} : { width: labelWidth(label), height: LABEL.height, labelpos: 'c' };
    // Success edges run straight; the others bend around them.
    const [from, to, name] = endsOf(arrow, graph, index);
    made.setEdge(from, to, { ...size, weight: kind === 'success' ? 4 : 1 }, name);
  });
  const islands = islandsOf(graph, nesting);
  islands.slice(ROW).forEach((it, index) => made.setEdge(islands[index] ?? it, it, {}, 'island'));
  layOut(made);
  return made;
}

export const labelWidth = (label: string): number => columnsOf(label) * LABEL.perColumn + LABEL.around;

/** Labels for what could not be drawn, by nodeId. */
function chipsOf(graph: Graph, arrows: readonly Arrow[], { loose }: Nesting): Map<string, string[]> {
  const chips = new Map<string, string[]>();
  const add = (nodeId: string, text: string) => chips.set(nodeId, [...(chips.get(nodeId) ?? []), text]);
  const titles = new Map(graph.nodes.map((it) => [it.nodeId, it.title]));
  for (const { edge, isLoose } of arrows) {
    if (isLoose) add(edge.from, `${edge.label === '' ? '' : `${edge.label} `}⤳ ${titles.get(edge.to) ?? ''}`);
  }
  for (const { label, nodeIds } of loose) for (const it of nodeIds) add(it, label);
  return chips;
}

/** Nodes per row, for nodes without arrows and frames. */
const ROW = 4;

function islandsOf(graph: Graph, { innermost }: Nesting): string[] {
  const used = new Set(graph.edges.flatMap((it) => [it.from, it.to]));
  return graph.nodes.flatMap(({ nodeId }, index) =>
    used.has(nodeId) || innermost.has(nodeId) ? [] : [nodeKey(index)],
  );
}

/** Boxes around nodes and inner frames, with the labels of those included. */
function framesOf({ nested }: Nesting, byId: ReadonlyMap<string, PlacedNode>): PlacedFrame[] {
  const boxes = new Map<number, Box>();
  for (let index = nested.length - 1; index >= 0; index--) {
    const inner = nested.flatMap(({ parent }, at) => (parent === index ? [valueAt(boxes, at)] : []));
    const own = nested[index]?.frame.nodeIds.map((it) => valueAt(byId, it)) ?? [];
    boxes.set(index, around([...inner, ...own]));
  }
  return nested.map(({ frame }, index) => ({ frame, ...valueAt(boxes, index) }));
}

function around(boxes: readonly Box[]): Box {
  const [left, top] = [Math.min(...boxes.map((it) => it.x)), Math.min(...boxes.map((it) => it.y))];
  const right = Math.max(...boxes.map((it) => it.x + it.width));
  const bottom = Math.max(...boxes.map((it) => it.y + it.height));
  return {
    x: left - FRAME.around,
    y: top - FRAME.above,
    width: right - left + 2 * FRAME.around,
    height: bottom - top + FRAME.above + FRAME.around,
  };
}

/** Moves everything into view, on whole pixels, so that the output is the same on every machine. */
function fitted({ nodes, edges, frames }: Omit<Picture, 'width' | 'height'>): Picture {
  const points = edges.flatMap((it) => it.points);
  const labels = edges.flatMap(({ edge, label }): Box[] => {
    if (label === null) return [];
    const width = labelWidth(edge.label);
    return [{ x: label.x - width / 2, y: label.y - 9, width, height: 18 }];
  });
  const boxes: Box[] = [
    ...nodes,
    ...frames,
    ...labels,
    ...points.map((it) => ({ ...it, width: 0, height: 0 })),
  ];
  const left = Math.min(0, ...boxes.map((it) => it.x));
  const top = Math.min(0, ...boxes.map((it) => it.y));
  const moved = <T extends Point>(it: T): T => ({
    ...it,
    x: Math.round(it.x - left + MARGIN),
    y: Math.round(it.y - top + MARGIN),
  });
  return {
    width: Math.ceil(Math.max(0, ...boxes.map((it) => it.x + it.width)) - left) + 2 * MARGIN,
    height: Math.ceil(Math.max(0, ...boxes.map((it) => it.y + it.height)) - top) + 2 * MARGIN,
    nodes: nodes.map(moved),
    frames: frames.map(moved),
    edges: edges.map((it) => ({
      ...it,
      points: it.points.map(moved),
      label: it.label && moved(it.label),
    })),
  };
}
