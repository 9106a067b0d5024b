/** Name and sign of each state, so that color is never the only cue. */
import { keysOf } from '@org/approval-internal/values';
import type { Mark } from '../graph/drawable.js';
import type { EdgeKind } from '../graph/graph.js';
import type { NodeState } from '../run/overlay.js';

export const SIGNS: Readonly<Record<NodeState, string>> = {
  pending: '·',
  running: '▸',
  waiting: '…',
  completed: '✓',
  approved: '✓',
  rejected: '✗',
  skipped: '–',
  failed: '!',
  breached: '◷',
  cancelled: '⊘',
};

export const MARK_SIGNS: Readonly<Record<Mark, string>> = {
  error: '✗',
  warning: '!',
  added: '+',
  removed: '−',
  changed: '~',
};

export const MARKS = keysOf(MARK_SIGNS);

/** Names of arrows without a label. */
export const EDGE_WORDS: Readonly<Record<EdgeKind, string>> = {
  success: '',
  reject: 'reject',
  breach: 'breach',
  custom: 'if',
  loop: 'again',
  exhausted: 'exhausted',
};

/** State and count, such as `✓ approved ×2`. */
export function stateText(states: readonly NodeState[]): string {
  const last = states.at(-1);
  if (last === undefined) return '';
  return `${SIGNS[last]} ${last}${states.length > 1 ? ` ×${states.length}` : ''}`;
}
