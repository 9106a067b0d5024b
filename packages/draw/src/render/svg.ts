/** SVG without scripts, ids or links, so that many pictures fit on one page. */
import { type Checks, checkOptions, must, optional, truth } from '@org/approval-internal/options';
import { DRAW_CHECKS, checkDrawable } from '../check.js';
import type { DrawOptions, Drawable } from '../graph/drawable.js';
import { KINDS } from '../graph/kinds.js';
import { type Direction, labelWidth, pictureOf } from '../layout/layout.js';
import type { Box, Picture, PlacedEdge, PlacedFrame, PlacedNode } from '../layout/picture.js';
import { clip, columnsOf, fitted } from '../text/clip.js';
import { xml } from '../text/escape.js';
import { lineOf } from './paths.js';
import { type Scene, sceneOf } from './scene.js';
import { type Scheme, svgStyles } from './theme.js';
import { MARK_SIGNS, stateText } from './words.js';

/** Options of a drawing in SVG. */
export interface SvgOptions extends DrawOptions {
  /** Colors; `auto` by default, which follows the reader's system. */
  readonly scheme?: Scheme | undefined;
  /** Direction of the arrows; `down` by default. */
  readonly direction?: Direction | undefined;
  /** Makes each node a keyboard-accessible button, for pages that listen; false by default. */
  readonly interactive?: boolean | undefined;
}

const CHECKS: Checks<SvgOptions> = {
  ...DRAW_CHECKS,
  scheme: optional(
    must("'light', 'dark', 'auto' or 'host'", (it) =>
      ['light', 'dark', 'auto', 'host'].some((scheme) => scheme === it),
    ),
  ),
  direction: optional(must("'down' or 'right'", (it) => it === 'down' || it === 'right')),
  interactive: optional(truth),
};

/**
 * A definition, or the state of a run, as an SVG document. The same input gives the same bytes.
 * @throws TypeError for an invalid definition or option; RangeError for more nodes, edges, groups
 *   or loops than a definition may have.
 * @example
 * ```ts
 * import { drawSvg } from '@org/approval-draw';
 *
 * const svg = drawSvg({
 *   name: 'Sign-off',
 *   nodes: [
 *     { nodeId: 'legal', type: 'human', config: { onReject: { routeToNodeId: 'rework' } } },
 *     { nodeId: 'publish', type: 'agent' },
 *     { nodeId: 'rework', type: 'agent' },
 *   ],
 *   edges: [{ from: 'legal', to: 'publish' }],
 * });
 * console.log(svg.slice(0, 4), svg.includes('reject')); // → <svg true
 * ```
 */
export function drawSvg(definition: Drawable, options: SvgOptions = {}): string {
  checkDrawable('drawSvg', definition);
  checkOptions('drawSvg', options, CHECKS);
  const { scheme = 'auto', direction = 'down', interactive = false } = options;
  const scene = sceneOf(definition, options);
  const picture = pictureOf(scene.graph, direction);
  const { width, height } = picture;
  const boxes = new Map<string, Box>(picture.nodes.map((it) => [it.node.nodeId, it]));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="ap-picture" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ` role="${interactive ? 'group' : 'img'}" aria-label="${xml(nameOf(scene))}">`,
    scheme === 'host' ? '' : `<style>${svgStyles(scheme)}</style>`,
    `<rect class="ap-canvas" width="${width}" height="${height}"/>`,
    ...picture.frames.map(frameBox),
    ...edgesInOrder(picture, scene).map((it) => edgeText(it, scene, boxes, direction)),
    ...picture.frames.map(frameLabel),
    ...picture.edges.map((it) => edgeLabel(it, scene)),
    ...picture.nodes.map((it) => nodeText(it, scene, interactive)),
    '</svg>',
  ].join('');
}

function nameOf({ graph, overlay }: Scene): string {
  const of = graph.title === '' ? 'a definition' : graph.title;
  const nodes = `${graph.nodes.length} ${graph.nodes.length === 1 ? 'node' : 'nodes'}`;
  return overlay === null ? `${of}: ${nodes}` : `A run of ${of}: ${overlay.layers.size} of ${nodes} reached`;
}

/** Draws taken arrows last, on top. */
function edgesInOrder({ edges }: Picture, { overlay }: Scene): readonly PlacedEdge[] {
  if (overlay === null) return edges;
  return edges.toSorted(
    (a, b) =>
      Number(overlay.reachOfEdge(a.edge) === 'taken') - Number(overlay.reachOfEdge(b.edge) === 'taken'),
  );
}

function frameBox({ frame, x, y, width, height }: PlacedFrame): string {
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" rx="12"`;
  return `<rect class="ap-frame ap-frame-${frame.kind}" ${box}/>`;
}

/** Drawn above the arrows that enter the frame. */
function frameLabel({ frame, x, y, width }: PlacedFrame): string {
  const label = fitted(frame.label, Math.max(4, Math.floor((width - 20) / 6)));
  const back = `x="${x + 7}" y="${y + 6}" width="${Math.min(width - 14, Math.round(labelWidth(label)))}" height="15" rx="4"`;
  return `<rect class="ap-frame-back" ${back}/><text class="ap-frame-text" x="${x + 11}" y="${y + 17}">${xml(label)}</text>`;
}

const edgeClass = ({ edge }: PlacedEdge, { overlay }: Scene) =>
  `ap-edge ap-${edge.kind}${overlay === null ? '' : ` ap-${overlay.reachOfEdge(edge)}`}`;

function edgeText(
  placed: PlacedEdge,
  scene: Scene,
  boxes: ReadonlyMap<string, Box>,
  direction: Direction,
): string {
  const [from, to] = [boxes.get(placed.edge.from), boxes.get(placed.edge.to)];
  if (from === undefined || to === undefined) return '';
  const { path, head } = lineOf(placed.points, from, to, direction);
  return `<g class="${edgeClass(placed, scene)}"><path class="ap-line" d="${path}"/><polygon class="ap-head" points="${head}"/></g>`;
}

function edgeLabel(placed: PlacedEdge, scene: Scene): string {
  const { edge, label } = placed;
  if (label === null) return '';
  const width = Math.round(labelWidth(edge.label));
  const back = `x="${label.x - Math.round(width / 2)}" y="${label.y - 9}" width="${width}" height="17" rx="4"`;
  return `<g class="${edgeClass(placed, scene)}"><rect class="ap-edge-back" ${back}/><text class="ap-edge-text" x="${label.x}" y="${label.y + 4}" text-anchor="middle">${xml(edge.label)}</text></g>`;
}

/** Maximum of earlier iterations that show behind a card. */
const BEHIND = 3;

function nodeText(
  { node, chips, x, y, width, height }: PlacedNode,
  scene: Scene,
  interactive: boolean,
): string {
  const { overlay } = scene;
  const states = overlay?.layers.get(node.nodeId) ?? [];
  const mark = scene.markOf(node.nodeId);
  const state = states.at(-1);
  const classes = [
    'ap-node',
    ...(overlay === null ? [] : [`ap-${overlay.reachOfNode(node.nodeId)}`]),
    ...(state === undefined ? [] : ['ap-state', `ap-${state}`]),
    ...(mark === null ? [] : ['ap-state', `ap-${mark}`]),
  ];
  const said = [node.title, node.subtitle, stateText(states), mark ?? '']
    .filter((it) => it !== '')
    .join(', ');
  const button = interactive
    ? ` data-node-id="${xml(clip(node.nodeId, 1_000))}" tabindex="0" role="button" aria-label="${xml(said)}"`
    : '';
  const card = (dx: number, of = '') =>
    `<rect class="ap-card${of}" x="${x + dx}" y="${y - dx}" width="${width}" height="${height}" rx="9"/>`;
  const behind = states
    .slice(0, -1)
    .slice(-BEHIND)
    .map((it, index, all) => card(4 * (all.length - index), ` ap-${it}`));
  return [
    `<g class="${classes.join(' ')}"${button}><title>${xml(said)}</title>`,
    ...behind,
    card(0),
    `<g class="ap-icon ap-icon-${node.kind}" transform="translate(${x + 12} ${y + 16})">${KINDS[node.kind].icon}</g>`,
    `<text class="ap-title" x="${x + 40}" y="${y + (node.subtitle === '' ? 30 : 22)}">${xml(fit(node.title, 7.4))}</text>`,
    `<text class="ap-subtitle" x="${x + 40}" y="${y + 38}">${xml(fit(node.subtitle, 5.9))}</text>`,
    pill(stateText(states), state ?? '', { right: x + width - 8, y: y + height - 7 }),
    mark === null ? '' : pill(`${MARK_SIGNS[mark]} ${mark}`, mark, { right: x + width - 8, y: y - 9 }),
    pill(chipText(chips, states.length > 0), 'chip', { left: x + 8, y: y + height - 7 }),
    '</g>',
  ].join('');
}

/** A card with a state has less room. */
function chipText(chips: readonly string[], isNarrow: boolean): string {
  const [first] = chips;
  if (first === undefined) return '';
  return clip(first, isNarrow ? 11 : 22) + (chips.length > 1 ? ` +${chips.length - 1}` : '');
}

/** Cuts to the room beside the sign, at so many pixels per column. */
const fit = (text: string, perColumn: number) => fitted(text, Math.floor(144 / perColumn));

type PillPosition = { readonly y: number } & ({ readonly right: number } | { readonly left: number });

function pill(text: string, tone: string, position: PillPosition): string {
  if (text === '') return '';
  const width = Math.round(columnsOf(text) * 6.3 + 16);
  const x = 'left' in position ? position.left : position.right - width;
  return `<rect class="ap-pill ap-${tone}" x="${x}" y="${position.y}" width="${width}" height="16" rx="8"/><text class="ap-pill-text" x="${x + width / 2}" y="${position.y + 12}" text-anchor="middle">${xml(text)}</text>`;
}
