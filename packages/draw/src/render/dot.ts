/** DOT, for Graphviz and other readers. */
import { checkOptions } from '@org/approval-internal/options';
import { DRAW_CHECKS, checkDrawable } from '../check.js';
import type { DrawOptions, Drawable } from '../graph/drawable.js';
import type { EdgeKind, GraphFrame } from '../graph/graph.js';
import { KINDS } from '../graph/kinds.js';
import { nestingOf } from '../layout/nesting.js';
import { dot } from '../text/escape.js';
import { sceneOf } from './scene.js';
import { stateText } from './words.js';

const DASHED: ReadonlySet<EdgeKind> = new Set(['reject', 'breach', 'exhausted', 'loop']);

/**
 * A definition, or the state of a run, as a digraph of DOT.
 * @throws TypeError and RangeError as `drawSvg` does.
 */
export function drawDot(definition: Drawable, options: DrawOptions = {}): string {
  checkDrawable('drawDot', definition);
  checkOptions('drawDot', options, DRAW_CHECKS);
  const { graph, overlay, markOf } = sceneOf(definition, options);
  const keys = new Map(graph.nodes.map((it, index) => [it.nodeId, `n${index}`]));
  const keyOf = (nodeId: string) => keys.get(nodeId) ?? '';
  const nodes = graph.nodes.map(({ nodeId, kind, title, subtitle }) => {
    const states = overlay?.layers.get(nodeId) ?? [];
    const lines = [title, subtitle, stateText(states), markOf(nodeId) ?? ''].filter((it) => it !== '');
    const label = lines.map((it) => dot(it).slice(1, -1)).join('\\n');
    const grey = overlay?.reachOfNode(nodeId) === 'gone' ? ', color="#9aa4b4", fontcolor="#6b7482"' : '';
    return `  ${keyOf(nodeId)} [label="${label}", shape=${KINDS[kind].dot}${grey}]`;
  });
  const edges = graph.edges.map((edge) => {
    const { from, to, kind, label } = edge;
    const reach = overlay?.reachOfEdge(edge);
    const parts = [
      ...(label === '' ? [] : [`label=${dot(label)}`]),
      ...(DASHED.has(kind) ? ['style=dashed'] : []),
      ...(kind === 'loop' ? ['constraint=false'] : []),
      ...(reach === 'taken' ? ['penwidth=2.5'] : []),
      ...(reach === 'gone' ? ['color="#9aa4b4"'] : []),
    ];
    return `  ${keyOf(from)} -> ${keyOf(to)}${parts.length === 0 ? '' : ` [${parts.join(', ')}]`}`;
  });
  const head = [
    `  label=${dot(graph.title)}`,
    '  node [fontname="sans-serif"]',
    '  edge [fontname="sans-serif"]',
  ];
  const lines = ['digraph {', ...head, ...nodes, ...framesText(graph.frames, keyOf), ...edges, '}'];
  return `${lines.join('\n')}\n`;
}

function framesText(frames: readonly GraphFrame[], keyOf: (nodeId: string) => string): string[] {
  const { nested, innermost } = nestingOf(frames);
  const lines = (index: number): string[] => {
    const frame = nested[index]?.frame;
    if (frame === undefined) return [];
    const inner = nested.flatMap(({ parent }, at) => (parent === index ? lines(at) : []));
    const own = frame.nodeIds.filter((it) => innermost.get(it) === index).map(keyOf);
    return [
      `  subgraph cluster_${index} {`,
      `  label=${dot(frame.label)}`,
      ...inner,
      `  ${own.join('; ')}`,
      '  }',
    ];
  };
  return nested.flatMap(({ parent }, index) => (parent === null ? lines(index) : []));
}
