/** Icons: drawn with lines, named by a word beside them. */
import { type Html, html, madeOf } from '@org/approval-internal/html';

const PATHS = {
  alert: '<path d="M8 2.6l6 10.4H2z"/><path d="M8 6.6v3M8 11.2v.05"/>',
  ban: '<circle cx="8" cy="8" r="5.75"/><path d="M4 4l8 8"/>',
  chat: '<path d="M2.75 3.5h10.5v7.25H7.5L4.75 13.25v-2.5h-2z"/>',
  check: '<path d="M3.5 8.5l3 3 6-7"/>',
  clock: '<circle cx="8" cy="8" r="5.75"/><path d="M8 5v3.2l2.1 1.3"/>',
  doc: '<path d="M4 2.25h5l3.25 3.25v8.25H4z"/><path d="M9 2.25V5.5h3.25M6 8.25h4.25M6 10.75h4.25"/>',
  down: '<path d="M4.5 6.5L8 10l3.5-3.5"/>',
  late: '<circle cx="8" cy="8" r="5.75"/><path d="M8 4.9v3.6M8 10.9v.1"/>',
  lock: '<rect x="3.5" y="7" width="9" height="6.5" rx="1.5"/><path d="M5.5 7V5a2.5 2.5 0 015 0v2"/>',
  minus: '<path d="M4 8h8"/>',
  pen: '<path d="M3 13l.75-3L10.5 3.25a1.42 1.42 0 012 0l.25.25a1.42 1.42 0 010 2L6 12.25zM9.25 4.5l2.25 2.25"/>',
  plane: '<path d="M13.5 2.5L7 9M13.5 2.5L9.5 13.5 7 9 2.5 6.5z"/>',
  ring: '<circle cx="8" cy="8" r="5.25"/>',
  swap: '<path d="M3 5.75h9.5M10 3.25l2.5 2.5L10 8.25M13 11H3.5M6 8.5L3.5 11 6 13.5"/>',
  undo: '<path d="M6 3.5L3 6.5l3 3M3 6.5h6.5a3.25 3.25 0 010 6.5H7"/>',
  user: '<circle cx="8" cy="5.5" r="2.5"/><path d="M3 13.25c.6-2.6 2.5-3.75 5-3.75s4.4 1.15 5 3.75"/>',
  users:
    '<circle cx="6" cy="5.75" r="2.25"/><path d="M1.75 13c.5-2.3 2.1-3.25 4.25-3.25S9.75 10.7 10.25 13"/><path d="M10.5 3.7a2.25 2.25 0 010 4.15M12 10.1c1.2.4 2 1.4 2.25 2.9"/>',
  wait: '<path d="M4.5 2.75h7M4.5 13.25h7M5.25 2.75c0 3 2.75 3.6 2.75 5.25s-2.75 2.25-2.75 5.25M10.75 2.75c0 3-2.75 3.6-2.75 5.25s2.75 2.25 2.75 5.25"/>',
  x: '<path d="M4.5 4.5l7 7M11.5 4.5l-7 7"/>',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof PATHS;

export const icon = (name: IconName): Html =>
  html`<svg class="ap-i" viewBox="0 0 16 16" aria-hidden="true">${madeOf(PATHS[name])}</svg>`;
