/** HTML as values: templates escape what is inserted, unless it is HTML itself. */
const MADE = Symbol('html');

/** Markup made by `html`, the only text that is not escaped. */
export interface Html {
  readonly [MADE]: string;
}

/** A value in a template: strings, numbers, HTML, or a list of these; null and false are empty. */
export type Part = Html | string | number | null | false | readonly Part[];

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (it) => SIGNS[it] ?? it);

/**
 * HTML from a template; inserted values are escaped, unless `html` made them.
 * @example
 * ```ts
 * import { type OwnPage, html } from '@org/approval-inspector';
 *
 * export const greeting: OwnPage = {
 *   label: 'Greeting',
 *   content: (given) => html`<p>Good morning, ${given.get('name')}</p>`,
 * };
 * ```
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { [MADE]: texts.reduce((all, text, index) => all + written(parts[index - 1] ?? null) + text) };
}

function written(part: Part): string {
  if (part === null || part === false) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return MADE in part ? part[MADE] : part.map(written).join('');
}

/** Wider drawings keep their size and scroll, since they would become unreadable. */
const FITTING = 1_200;

/** SVG of the draw package, which is escaped already, with a name for screen readers. */
export function drawing(svg: string, name: string): Html {
  const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
  const size = width <= FITTING ? 'fitting' : 'wide';
  const made = { [MADE]: svg };
  return html`<div class="scroll picture ${size}" tabindex="0" role="region" aria-label="${name}">
    ${made}
  </div>`;
}

export const textOf = (made: Html): string => made[MADE];
