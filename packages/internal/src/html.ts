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

/** Markup that is escaped already, such as a drawing. */
export const madeOf = (markup: string): Html => ({ [MADE]: markup });

export const textOf = (made: Html): string => made[MADE];
