/**
 * Patterns of texts: `{name}` for a parameter, and `{count, plural, one {# day} other {# days}}`,
 * a subset of the ICU message syntax.
 */

/** A parameter of a filled pattern. */
export interface FilledParameter {
  /** Name of the parameter. */
  readonly name: string;
  /** Value of the parameter as text. */
  readonly value: string;
}

/**
 * A part of a filled pattern: text, or a parameter, which pages isolate from the text around it.
 */
export type TextPart = string | FilledParameter;

/** Values of parameters; numbers choose the plural form. */
export type TextParameters = Readonly<Record<string, string | number>>;

/** Longest pattern that is read. */
export const PATTERN_LENGTH = 2_000;

const PLURAL = /^\{(\w+), plural, ((?:\w+ \{[^{}]*\} ?)+)\}$/;
const FORM = /(\w+) \{([^{}]*)\}/g;
const PARAMETER = /\{(\w+)\}/g;

interface PluralForms {
  readonly parameter: string;
  readonly forms: ReadonlyMap<string, string>;
}

/** Returns the plural forms of a plural pattern; null for other patterns. */
export function pluralOf(pattern: string): PluralForms | null {
  const [, parameter, forms] = PLURAL.exec(pattern.slice(0, PATTERN_LENGTH)) ?? [];
  if (parameter === undefined || forms === undefined) return null;
  return {
    parameter,
    forms: new Map([...forms.matchAll(FORM)].map(([, name = '', text = '']) => [name, text])),
  };
}

/** Returns the names of the parameters of a pattern, sorted. */
export function parametersOf(pattern: string): string[] {
  const plural = pluralOf(pattern);
  if (plural === null) {
    return [...new Set([...pattern.matchAll(PARAMETER)].map(([, name = '']) => name))].toSorted();
  }
  const inner = [...plural.forms.values()].flatMap(parametersOf);
  return [...new Set([plural.parameter, ...inner])].toSorted();
}

/** Plural forms and numbers of a language. */
export interface Counting {
  readonly form: (count: number) => string;
  readonly number: (value: number) => string;
}

/** Fills a pattern. A parameter without a value stays as it is written. */
export function filled(pattern: string, given: TextParameters, counting: Counting): TextPart[] {
  const plural = pluralOf(pattern);
  if (plural === null) return partsOf(pattern.slice(0, PATTERN_LENGTH), given, counting);
  const count = Number(given[plural.parameter] ?? 0);
  const { forms } = plural;
  const text = forms.get(counting.form(count)) ?? forms.get('other') ?? '';
  return partsOf(text.replaceAll('#', counting.number(count)), given, counting);
}

function partsOf(text: string, given: TextParameters, { number }: Counting): TextPart[] {
  // The capturing group puts names at the odd places.
  return text.split(/\{(\w+)\}/).flatMap((part, index): TextPart[] => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    const value = Object.hasOwn(given, part) ? given[part] : undefined;
    if (value === undefined) return [`{${part}}`];
    return [{ name: part, value: typeof value === 'number' ? number(value) : value }];
  });
}
