/** The terminal: a tree of lines, each node once; later mentions refer to it. */
import { type Checks, checkOptions, must, optional, truth } from '@org/approval-internal/options';
import { DRAW_CHECKS, checkDrawable } from '../check.js';
import type { DrawOptions, Drawable } from '../graph/drawable.js';
import type { GraphEdge } from '../graph/graph.js';
import { KINDS } from '../graph/kinds.js';
import { columnsOf, fitted, padded } from '../text/clip.js';
import { type Scene, sceneOf } from './scene.js';
import { EDGE_WORDS, MARK_SIGNS, stateText } from './words.js';

/** Options of a drawing in a terminal. */
export interface TerminalOptions extends DrawOptions {
  /** Columns of the terminal, 40 to 500; 100 by default. */
  readonly columns?: number | undefined;
  /** Colors the states (ANSI); false by default. */
  readonly color?: boolean | undefined;
}

const CHECKS: Checks<TerminalOptions> = {
  ...DRAW_CHECKS,
  columns: optional(
    must(
      'a whole number from 40 to 500',
      (it) => Number.isInteger(it) && Number(it) >= 40 && Number(it) <= 500,
    ),
  ),
  color: optional(truth),
};

/**
 * A definition, or the state of a run, as lines for a terminal, without control characters.
 * @throws TypeError and RangeError as `drawSvg` does.
 * @example
 * ```ts
 * import { drawTerminal } from '@org/approval-draw';
 *
 * const text = drawTerminal({
 *   nodes: [
 *     { nodeId: 'legal', type: 'human', config: { onReject: { routeToNodeId: 'rework' } } },
 *     { nodeId: 'publish', type: 'agent', config: { agentId: 'printer' } },
 *     { nodeId: 'rework', type: 'agent' },
 *   ],
 *   edges: [{ from: 'legal', to: 'publish' }],
 * });
 * for (const line of text.split('\n')) console.log(line);
 * // → ☺ legal
 * // → ├─▶ ⚙ publish  printer
 * // → └─reject─▶ ⚙ rework
 * ```
 */
export function drawTerminal(definition: Drawable, options: TerminalOptions = {}): string {
  checkDrawable('drawTerminal', definition);
  checkOptions('drawTerminal', options, CHECKS);
  const { columns = 100, color = false } = options;
  const scene = sceneOf(definition, options);
  const rows = [...treeOf(scene), ...framesOf(scene)];
  const described = rows.filter((it) => it.facts !== '' || it.state !== '');
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(columnsOf));
  const left = Math.min(widest(described.map((it) => it.left)), Math.floor(columns * 0.5));
  const middle = Math.min(widest(described.map((it) => it.facts)), Math.floor(columns * 0.25));
  return rows
    .map(({ left: text, facts, state }) => {
      if (facts === '' && state === '') return clipped(text, columns).trimEnd();
      const start = `${padded(clipped(text, left), left)}  ${padded(fitted(facts, middle), middle)}`;
      const end = fitted(state, columns - left - middle - 4);
      return `${start}  ${color ? coloured(end) : end}`.trimEnd();
    })
    .join('\n');
}

/** Unlike `clip` it keeps the spaces of the tree. */
function clipped(text: string, columns: number): string {
  const indent = /^[ │]*/.exec(text)?.[0] ?? '';
  return (
    indent.slice(0, columns - 1) + fitted(text.slice(indent.length), Math.max(1, columns - indent.length))
  );
}

interface Row {
  readonly left: string;
  readonly facts: string;
  readonly state: string;
}

function treeOf(scene: Scene): Row[] {
  const { graph } = scene;
  const next = new Map<string, GraphEdge[]>();
  for (const it of graph.edges) next.set(it.from, [...(next.get(it.from) ?? []), it]);
  const forward = graph.edges.filter((it) => it.kind !== 'loop');
  const pointed = new Set(forward.map((it) => it.to));
  const drawn = new Set<string>();
  const rows: Row[] = [];
  const draw = (nodeId: string, edge: GraphEdge | null, indent: string, isLast: boolean) => {
    const branch = edge === null ? '' : `${indent}${isLast ? '└' : '├'}─${arrowText(edge)}▶ `;
    if (drawn.has(nodeId) || edge?.kind === 'loop') {
      rows.push({ left: `${branch}↩ ${titleOf(scene, nodeId)}`, facts: '', state: '' });
      return;
    }
    drawn.add(nodeId);
    rows.push(nodeRow(scene, nodeId, branch));
    const edges = next.get(nodeId) ?? [];
    const below = edge === null ? '' : `${indent}${isLast ? ' ' : '│'}  `;
    edges.forEach((it, index) => draw(it.to, it, below, index === edges.length - 1));
  };
  const roots = graph.nodes.filter((it) => !pointed.has(it.nodeId));
  for (const { nodeId } of [...roots, ...graph.nodes]) if (!drawn.has(nodeId)) draw(nodeId, null, '', true);
  return rows;
}

function arrowText({ kind, label }: GraphEdge): string {
  const word = label === '' ? EDGE_WORDS[kind] : label;
  return word === '' ? '' : `${word}─`;
}

const titleOf = ({ graph }: Scene, nodeId: string) =>
  graph.nodes.find((it) => it.nodeId === nodeId)?.title ?? '';

function nodeRow({ graph, overlay, markOf }: Scene, nodeId: string, branch: string): Row {
  const node = graph.nodes.find((it) => it.nodeId === nodeId);
  if (node === undefined) return { left: branch, facts: '', state: '' };
  const mark = markOf(nodeId);
  const states = overlay?.layers.get(nodeId) ?? [];
  const reach = overlay?.reachOfNode(nodeId);
  const state = reach === 'possible' ? '(possible)' : reach === 'gone' ? '' : stateText(states);
  return {
    left: `${branch}${KINDS[node.kind].sign} ${node.title}`,
    facts: node.subtitle,
    state: [state, mark === null ? '' : `${MARK_SIGNS[mark]} ${mark}`].filter((it) => it !== '').join('  '),
  };
}

const framesOf = (scene: Scene): Row[] =>
  scene.graph.frames.map(({ label, nodeIds }) => ({
    left: `  ${label}: ${nodeIds.map((it) => titleOf(scene, it)).join(', ')}`,
    facts: '',
    state: '',
  }));

const ANSI = { green: 32, red: 31, yellow: 33, cyan: 36, grey: 90 } as const;
const COLOURS: readonly (readonly [RegExp, keyof typeof ANSI])[] = [
  [/rejected|failed|breached|error|removed/, 'red'],
  [/waiting|warning|changed/, 'yellow'],
  [/running|pending/, 'cyan'],
  [/completed|approved|added/, 'green'],
  [/cancelled|skipped|possible/, 'grey'],
];

function coloured(state: string): string {
  const colour = COLOURS.find(([words]) => words.test(state))?.[1];
  return colour === undefined ? state : `\u001b[${ANSI[colour]}m${state}\u001b[0m`;
}
