/** HTML of the pages, and drawings in them. */
import { type Html, html, madeOf } from '@org/approval-internal/html';

export { type Html, type Part, html, textOf } from '@org/approval-internal/html';

/** Wider drawings keep their size and scroll, since they would become unreadable. */
const FITTING = 1_200;

/** SVG of the draw package, which is escaped already, with a name for screen readers. */
export function drawing(svg: string, name: string): Html {
  const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
  const size = width <= FITTING ? 'fitting' : 'wide';
  const made = madeOf(svg);
  return html`<div class="scroll picture ${size}" tabindex="0" role="region" aria-label="${name}">
    ${made}
  </div>`;
}
