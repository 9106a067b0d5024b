/** Colors, as a stylesheet without variables, which every SVG viewer supports. */
import { KINDS } from '../graph/kinds.js';

/** Colors: one scheme, the reader's preference, or none if the page serves `svgStyles`. */
export type Scheme = 'light' | 'dark' | 'auto' | 'host';

interface Palette {
  readonly canvas: string;
  readonly card: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly frame: string;
  readonly green: string;
  readonly red: string;
  readonly amber: string;
  readonly blue: string;
  readonly grey: string;
  /** Color of text on those five. */
  readonly onColour: string;
}

const LIGHT: Palette = {
  canvas: '#ffffff',
  card: '#ffffff',
  text: '#1b1f27',
  muted: '#596273',
  line: '#7d8799',
  frame: '#f3f5f9',
  green: '#17743a',
  red: '#bb2525',
  amber: '#8f5a00',
  blue: '#1d5fc4',
  grey: '#626b7a',
  onColour: '#ffffff',
};

const DARK: Palette = {
  canvas: '#12151b',
  card: '#1d222b',
  text: '#eceff4',
  muted: '#a5afbf',
  line: '#7f8a9d',
  frame: '#181c24',
  green: '#56cc82',
  red: '#ff8585',
  amber: '#f0b44c',
  blue: '#7fb2ff',
  grey: '#9aa4b4',
  onColour: '#12151b',
};

/** Color of each state, mark and arrow. */
const TONES: Readonly<Record<'green' | 'red' | 'amber' | 'blue' | 'grey', readonly string[]>> = {
  green: ['completed', 'approved', 'added'],
  red: ['rejected', 'failed', 'error', 'removed', 'reject'],
  amber: ['waiting', 'breached', 'warning', 'changed', 'breach', 'exhausted'],
  blue: ['running', 'custom', 'loop'],
  grey: ['pending', 'skipped', 'cancelled', 'chip'],
};

function rulesOf(palette: Palette, shade: 'light' | 'dark'): string {
  const rules: [selector: string, declarations: string][] = [
    ['.ap-canvas', `fill:${palette.canvas}`],
    ['.ap-frame', `fill:${palette.frame};stroke:${palette.line}`],
    ['.ap-frame-text,.ap-subtitle', `fill:${palette.muted}`],
    ['.ap-frame-back', `fill:${palette.frame}`],
    ['.ap-card', `fill:${palette.card};stroke:${palette.line}`],
    ['.ap-title', `fill:${palette.text}`],
    ['.ap-line', `stroke:${palette.line}`],
    ['.ap-head', `fill:${palette.line}`],
    ['.ap-edge-text', `fill:${palette.muted}`],
    ['.ap-edge-back', `fill:${palette.canvas}`],
    ['.ap-pill-text', `fill:${palette.onColour}`],
    ...Object.entries(KINDS).map(([kind, { color }]): [string, string] => {
      const own = color?.[shade] ?? palette.muted;
      return [`.ap-icon-${kind}`, `fill:${own};stroke:${own}`];
    }),
    ...Object.entries(TONES).flatMap(([tone, names]): [string, string][] => {
      const colour = palette[tone as keyof typeof TONES];
      const all = (prefix: string) => names.map((it) => `.ap-${it} ${prefix}`).join(',');
      return [
        [names.map((it) => `.ap-${it} .ap-card,.ap-card.ap-${it}`).join(','), `stroke:${colour}`],
        [all('.ap-line'), `stroke:${colour}`],
        [
          `${all('.ap-head')},${all('.ap-edge-text')},${names.map((it) => `.ap-pill.ap-${it}`).join(',')}`,
          `fill:${colour}`,
        ],
      ];
    }),
    // The taken path has the color of text.
    ['.ap-taken.ap-success .ap-line', `stroke:${palette.text}`],
    ['.ap-taken.ap-success .ap-head', `fill:${palette.text}`],
  ];
  return rules.map(([selector, declarations]) => `${selector}{${declarations}}`).join('');
}

const SHAPES = [
  '.ap-picture text{font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}',
  '.ap-title{font-size:13px;font-weight:600}',
  '.ap-subtitle,.ap-edge-text,.ap-frame-text{font-size:11px}',
  '.ap-pill-text{font-size:10.5px;font-weight:600}',
  '.ap-frame{stroke-width:1;stroke-dasharray:5 4}',
  '.ap-frame-group{stroke-dasharray:none}',
  '.ap-card{stroke-width:1.2}',
  '.ap-state .ap-card{stroke-width:2}',
  '.ap-line{fill:none;stroke-width:1.5}',
  '.ap-reject .ap-line,.ap-breach .ap-line,.ap-exhausted .ap-line{stroke-dasharray:6 4}',
  '.ap-loop .ap-line{stroke-dasharray:2 3}',
  '.ap-edge-back{opacity:.85}',
  '.ap-icon{stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}',
  '.ap-hollow{fill:none}',
  '.ap-removed .ap-title{text-decoration:line-through}',
  '.ap-edge.ap-taken .ap-line{stroke-width:2.6}',
  '.ap-edge.ap-possible{opacity:.65}',
  '.ap-edge.ap-gone{opacity:.3}',
  '.ap-node.ap-possible{opacity:.72}',
  '.ap-node.ap-gone{opacity:.5}',
].join('');

/**
 * The stylesheet of drawings made with `scheme: 'host'`. A page with a strict
 * Content-Security-Policy serves it as a separate file.
 */
export function svgStyles(scheme: 'light' | 'dark' | 'auto'): string {
  if (scheme === 'dark') return SHAPES + rulesOf(DARK, 'dark');
  const light = SHAPES + rulesOf(LIGHT, 'light');
  return scheme === 'light' ? light : `${light}@media (prefers-color-scheme:dark){${rulesOf(DARK, 'dark')}}`;
}
