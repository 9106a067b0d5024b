/** The drawing of each kind of node; a missing kind does not compile. */
import type { NodeType } from '@org/approval-core/definition';
import { durationText } from '../text/duration.js';
import { type Json, listIn, objectsOf, textIn } from './json.js';

/** The drawing of a kind of node. */
export interface KindPicture {
  /** Returns the line below the title of the card. */
  readonly subtitle: (config: Json | null) => string;
  /** Sign in the terminal. */
  readonly sign: string;
  /** Brackets of the shape in Mermaid. */
  readonly mermaid: readonly [open: string, close: string];
  /** Shape in DOT. */
  readonly dot: string;
  /** Sign in SVG, 18 by 18, from the upper left corner. */
  readonly icon: string;
  /** Colors of the sign; defaults to the color of quiet text. */
  readonly color?: { readonly light: string; readonly dark: string };
}

const OF_TYPE: Readonly<Record<NodeType, KindPicture>> = {
  human: {
    subtitle(config) {
      const entries = objectsOf(listIn(config, 'reviewers'));
      const names = entries.map((it) => textIn(it, 'userId') ?? 'a pool');
      return names.length > 2 ? `${names[0] ?? ''} and ${names.length - 1} more` : names.join(', ');
    },
    sign: '☺',
    mermaid: ['(', ')'],
    dot: 'box, style=rounded',
    icon: '<circle cx="9" cy="5.5" r="3.2" class="ap-hollow"/><path class="ap-hollow" d="M2.5 16c.6-4 3.2-5.5 6.5-5.5s5.9 1.5 6.5 5.5"/>',
    color: { light: '#5a3fc0', dark: '#a793ff' },
  },
  agent: {
    subtitle(config) {
      const name = textIn(config, 'agentId') ?? '';
      return config?.['blocking'] === true ? `${name} (blocking)` : name;
    },
    sign: '⚙',
    mermaid: ['[', ']'],
    dot: 'component',
    icon: '<rect x="2.5" y="5" width="13" height="10" rx="3" class="ap-hollow"/><path class="ap-hollow" d="M9 5V2"/><circle cx="6.5" cy="10" r="1"/><circle cx="11.5" cy="10" r="1"/>',
    color: { light: '#0b6e99', dark: '#5cc4ee' },
  },
  webhook: {
    subtitle: (config) => textIn(config, 'url')?.replace(/^https?:\/\//, '') ?? '',
    sign: '⇢',
    mermaid: ['[[', ']]'],
    dot: 'cds',
    icon: '<path class="ap-hollow" d="M2 9h11M9 4.5 13.5 9 9 13.5"/><circle cx="2.5" cy="9" r="1"/>',
    color: { light: '#6b6256', dark: '#bfb2a0' },
  },
  wait: {
    subtitle(config) {
      const signal = textIn(config, 'signal');
      if (signal !== null) return `signal ${signal}`;
      const ms = config?.['forMs'] ?? config?.['workingMs'];
      if (typeof ms !== 'number') return 'until an instant';
      const working = config?.['workingMs'] === undefined ? '' : ' of working time';
      return `${durationText(ms)}${working}`;
    },
    sign: '◷',
    mermaid: ['{{', '}}'],
    dot: 'hexagon',
    icon: '<circle cx="9" cy="9" r="6.5" class="ap-hollow"/><path class="ap-hollow" d="M9 5v4.2l2.8 1.8"/>',
    color: { light: '#8a5a00', dark: '#e2b04a' },
  },
  subflow: {
    subtitle(config) {
      const name = textIn(config, 'definitionId') ?? '';
      const version = config?.['version'];
      return version === undefined
        ? name
        : `${name} (${typeof version === 'number' ? `v${version}` : 'newest'})`;
    },
    sign: '⧉',
    mermaid: ['[[', ']]'],
    dot: 'box3d',
    icon: '<rect x="2.5" y="2.5" width="13" height="13" rx="2" class="ap-hollow"/><rect x="6" y="6" width="6" height="6" rx="1" class="ap-hollow"/>',
    color: { light: '#2f6f4f', dark: '#7ccfa5' },
  },
  notification: {
    subtitle: (config) => textIn(config, 'channel') ?? '',
    sign: '✉',
    mermaid: ['>', ']'],
    dot: 'note',
    icon: '<rect x="2" y="4" width="14" height="10" rx="1.5" class="ap-hollow"/><path class="ap-hollow" d="m2.5 5 6.5 5 6.5-5"/>',
    color: { light: '#a3386c', dark: '#ee93bb' },
  },
  end: {
    subtitle(config) {
      const outcome = textIn(config, 'outcome') ?? '';
      return config?.['terminate'] === true ? `${outcome} (ends the run)` : outcome;
    },
    sign: '◉',
    mermaid: ['([', '])'],
    dot: 'oval',
    icon: '<circle cx="9" cy="9" r="6.5" class="ap-hollow"/><circle cx="9" cy="9" r="3"/>',
    color: { light: '#6b6256', dark: '#bfb2a0' },
  },
};

/** A kind that the engine does not know, in a draft. */
const OTHER: KindPicture = {
  subtitle: () => '',
  sign: '?',
  mermaid: ['{', '}'],
  dot: 'diamond',
  icon: '<circle cx="9" cy="9" r="6.5" class="ap-hollow"/><circle cx="9" cy="9" r="1.2"/>',
};

/** The kind of a node: one of the engine, or `other` for an unknown one. */
export type NodeKind = NodeType | 'other';

/** The drawing of each kind. */
export const KINDS: Readonly<Record<NodeKind, KindPicture>> = { ...OF_TYPE, other: OTHER };

const isKind = (type: unknown): type is NodeType => typeof type === 'string' && Object.hasOwn(OF_TYPE, type);

/** Returns the kind that a node's `type` names. */
export const kindOf = (type: unknown): NodeKind => (isKind(type) ? type : 'other');
