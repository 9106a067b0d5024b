/** Mermaid, for Markdown pages. */
import { checkOptions } from '@org/approval-internal/options';
import { DRAW_CHECKS, checkDrawable } from '../check.js';
import type { DrawOptions, Drawable } from '../graph/drawable.js';
import type { EdgeKind, GraphFrame } from '../graph/graph.js';
import { KINDS } from '../graph/kinds.js';
import { nestingOf } from '../layout/nesting.js';
import { mermaid } from '../text/escape.js';
import { sceneOf } from './scene.js';
import { stateText } from './words.js';

const ARROWS: Readonly<Record<EdgeKind, string>> = {
  success: '-->',
  custom: '-->',
  reject: '-.->',
  breach: '-.->',
  exhausted: '-.->',
  loop: '-.->',
};

const CLASSES = [
  'classDef good stroke:#17743a,stroke-width:3px',
  'classDef bad stroke:#bb2525,stroke-width:3px',
  'classDef open stroke:#8f5a00,stroke-width:3px',
  'classDef gone opacity:0.45',
];

const TONES: Readonly<Record<string, string>> = {
  completed: 'good',
  approved: 'good',
  added: 'good',
  rejected: 'bad',
  failed: 'bad',
  breached: 'bad',
  error: 'bad',
  removed: 'bad',
  pending: 'open',
  running: 'open',
  waiting: 'open',
  warning: 'open',
  changed: 'open',
};

/**
 * A definition, or the state of a run, as a flowchart of Mermaid. Characters of names that Mermaid
 * or Markdown could interpret are written as character codes.
 * @throws TypeError and RangeError as `drawSvg` does.
 */
export function drawMermaid(definition: Drawable, options: DrawOptions = {}): string {
  checkDrawable('drawMermaid', definition);
  checkOptions('drawMermaid', options, DRAW_CHECKS);
  const { graph, overlay, markOf } = sceneOf(definition, options);
  const keys = new Map(graph.nodes.map((it, index) => [it.nodeId, `n${index}`]));
  const keyOf = (nodeId: string) => keys.get(nodeId) ?? '';
  const nodes = graph.nodes.map(({ nodeId, kind, title, subtitle }) => {
    const lines = [title, subtitle, stateText(overlay?.layers.get(nodeId) ?? [])];
    const [open, close] = KINDS[kind].mermaid;
    const text = lines
      .filter((it) => it !== '')
      .map(mermaid)
      .join('<br/>');
    return `  ${keyOf(nodeId)}${open}"${text}"${close}`;
  });
  const edges = graph.edges.map(({ from, to, kind, label }) => {
    const text = label === '' ? '' : `|"${mermaid(label)}"|`;
    return `  ${keyOf(from)} ${ARROWS[kind]}${text} ${keyOf(to)}`;
  });
  const classes = graph.nodes.flatMap(({ nodeId }) => {
    const last = markOf(nodeId) ?? overlay?.layers.get(nodeId)?.at(-1);
    const tone = last === undefined ? null : TONES[last];
    if (tone !== undefined && tone !== null) return [`  class ${keyOf(nodeId)} ${tone}`];
    return overlay?.reachOfNode(nodeId) === 'gone' ? [`  class ${keyOf(nodeId)} gone`] : [];
  });
  const frames = framesText(graph.frames, keyOf);
  const styles = classes.length === 0 ? [] : CLASSES.map((it) => `  ${it}`);
  return `${['flowchart TD', ...nodes, ...frames, ...edges, ...styles, ...classes].join('\n')}\n`;
}

/** Inner frames are inside their outer ones. */
function framesText(frames: readonly GraphFrame[], keyOf: (nodeId: string) => string): string[] {
  const { nested, innermost } = nestingOf(frames);
  const lines = (index: number): string[] => {
    const frame = nested[index]?.frame;
    if (frame === undefined) return [];
    const inner = nested.flatMap(({ parent }, at) => (parent === index ? lines(at) : []));
    const own = frame.nodeIds.filter((it) => innermost.get(it) === index).map(keyOf);
    const head = `  subgraph f${index} ["${mermaid(frame.label)}"]`;
    return [head, ...inner, ...own.map((it) => `    ${it}`), '  end'];
  };
  return nested.flatMap(({ parent }, index) => (parent === null ? lines(index) : []));
}
